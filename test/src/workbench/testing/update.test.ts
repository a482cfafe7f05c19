/** `engine test --update`: the actual values replace the expected ones after the user has confirmed the difference. */
import { beforeEach, expect, it } from 'vitest';
import { caseOf, makeShop, type Shop } from './shop.ts';

// SQLite works in processes of its own, which take their time on a busy machine.
const before = `# Customers.
cases:
${caseOf('Anna lives in Bonn', 'response: { hits: [{ erpId: "1", erpName: Anna, city: Bonn }] } # since 2020')}${caseOf('Anna is there', 'part: { hits: [{ erpName: Anna }] }')}`;
const after = before.replace('city: Bonn', 'city: Ulm');
const refused = `cases:\n${caseOf('nobody may look for Anna', 'error: { status: 422 }')}`;

let shop: Shop;
beforeEach(() => {
  shop = makeShop();
  shop.cases('a.yaml', before);
});

it('shows the difference and asks; nothing is written without a yes', async () => {
  const questions: string[] = [];
  const ask = (answer: string) => async (question: string) => {
    questions.push(question);
    return answer;
  };
  const no = await shop.run(['--update'], { ask: ask('') });
  expect(no.status).toBe(1);
  expect(no.out).toContain(`--- cases/a.yaml
@@ line 3 @@
   - case: Anna lives in Bonn
     call: /catalog/customers/search
     request: { query: anna }
-    response: { hits: [{ erpId: "1", erpName: Anna, city: Bonn }] } # since 2020
+    response: { hits: [{ erpId: "1", erpName: Anna, city: Ulm }] } # since 2020
   - case: Anna is there
     call: /catalog/customers/search
     request: { query: anna }
`);
  expect(questions).toEqual(['Write 1 case in 1 file? [y/N] ']);
  expect(shop.text('a.yaml')).toBe(before);
  const yes = await shop.run(['--update'], { ask: ask('y') });
  expect(yes).toMatchObject({ status: 0, out: expect.stringContaining('Written: 1 case in 1 file.\n') });
  expect(shop.text('a.yaml')).toBe(after);
  // Now it holds, and there is nothing to ask.
  expect(await shop.run(['--update'])).toMatchObject({
    status: 0,
    out: expect.stringContaining('2 passed, 0 failed.'),
  });
});

it('in a pipe it needs --yes', async () => {
  const silent = await shop.run(['--update']);
  expect(silent).toMatchObject({
    status: 1,
    err: 'There is no terminal to ask for a confirmation, so nothing is written. Add --yes to write it.\n',
  });
  expect(silent.out).toContain('--- cases/a.yaml');
  expect(shop.text('a.yaml')).toBe(before);
  expect(await shop.run(['--update', '--yes'])).toMatchObject({ status: 0 });
  expect(shop.text('a.yaml')).toBe(after);
});

it('a case that got another status stays, unless that is asked for', async () => {
  shop.cases('a.yaml', refused);
  const kept = await shop.run(['--update', '--yes']);
  expect(kept.status).toBe(1);
  expect(kept.err).toBe(
    'cases/a.yaml:2: "nobody may look for Anna" got another status, and is not updated: check the profile, or add --update-status.\n',
  );
  expect(shop.text('a.yaml')).toBe(refused);
  expect(await shop.run(['--update', '--yes', '--update-status'])).toMatchObject({ status: 0, err: '' });
  expect(shop.text('a.yaml')).toBe(
    refused.replace(
      'error: { status: 422 }',
      'response:\n      hits:\n        - erpId: "1"\n          erpName: Anna\n          city: Ulm',
    ),
  );
});

it('does not update the expected statements and requests', async () => {
  shop.cases('a.yaml', `${before}    sql: [{ statement: SELECT 1 }]\n`);
  expect(await shop.run(['--update', '--yes'])).toMatchObject({ status: 1 });
  expect(shop.text('a.yaml')).toBe(`${after}    sql: [{ statement: SELECT 1 }]\n`);
});
