/** `engine drift` of an ERP by HTTP: its answers are locked and changed, and the findings are compared with the changes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { parse } from 'yaml';
import { runHere } from '../../../src/cli/here.ts';
import { folderWith } from '../../../src/service/server/fixture.ts';
import { completed } from '../../../support/check-profile.ts';
import { closeAll, httpDouble, json } from '../../sources/http/double.ts';

afterEach(closeAll);

const profile = (url: string): string =>
  completed(`profile: acme
contract: "1"
sources:
  api:
    http: ${url}
    request: { rows: value }
    page: { by: page, size: 2 }
endpoints:
  /debtors/list:
    get: /debtors
    params: { page: "{{ $page }}", size: "{{ $limit }}" }
    fields:
      erpDebtorId: id
      name: $uppercase(name)
      email: contacts[0].mail
  /catalog/customers/search:
    search: { text: query, in: [erpName] }
    union:
      - { get: /shops, fields: { erpId: no, erpName: title, city: town }, page: { whole: true } }
      - { get: /closed, fields: { erpId: no, erpName: title }, page: { whole: true } }
  /credit/customer:
    get: /credit/{{ customerErpId }}
    rows: $
    fields: { creditLimit: limit, creditUsed: used, currency: currency }
`);

type Answers = Record<string, unknown>;
const before: Answers = {
  '/debtors': [
    { id: 1, name: 'Ada', extra: true, contacts: [{ mail: 'a@b.c', kind: 'x' }] },
    { id: 2, name: 'Bob', extra: null, contacts: [] },
  ],
  '/shops': [
    { no: 'S1', title: 'Shop', town: 'Bonn' },
    { no: 'S2', title: 'Other' },
  ],
  '/closed': [],
};

async function locked() {
  const answers = { ...before };
  const erp = await httpDouble(({ path }, response) => {
    const value = answers[path.split('?')[0] ?? ''];
    return value === undefined ? json(response, { error: 'gone' }, 404) : json(response, { value });
  });
  const folder = folderWith({ 'acme.yaml': profile(erp.url) });
  const drift = (...args: readonly string[]) => runHere(['drift', ...args, './acme.yaml'], { env: {}, cwd: folder });
  expect(await drift('--lock')).toEqual({ status: 0, out: 'acme.lock.yaml: written\n', err: '' });
  return { erp, answers, drift, lock: readFileSync(join(folder, 'acme.lock.yaml'), 'utf8') };
}

it('locks the members of what lists and searches answer', async () => {
  const { erp, drift, lock } = await locked();
  expect(parse(lock).sources).toEqual({
    api: {
      answers: {
        '/debtors/list': {
          contacts: 'list',
          'contacts.kind': 'text',
          'contacts.mail': 'text',
          extra: 'truth?',
          id: 'number',
          name: 'text',
        },
        '/catalog/customers/search union 1': { no: 'text', title: 'text', town: 'text?' },
      },
    },
  });
  expect(erp.seen.map(({ path }) => path).sort()).toEqual(['/closed', '/debtors?page=1&size=2', '/shops']);
  expect(await drift()).toEqual({ status: 0, out: 'acme.yaml: no findings\n', err: '' });
});

it('finds members that are gone or of another type, where the profile names them, and no others', async () => {
  const { answers, drift } = await locked();
  // `extra` is used by nothing, not all shops had a `town`, and nobody has a contact to tell of.
  answers['/debtors'] = [{ id: 'D1', fullName: 'Ada', contacts: [] }];
  answers['/shops'] = [{ no: 'S1', title: 'Shop' }];
  const { status, out } = await drift('--format', 'json');
  expect(status).toBe(1);
  const diagnostics: readonly Record<string, unknown>[] = JSON.parse(out).diagnostics;
  expect(diagnostics.map(({ code, severity, line, hint }) => [code, severity, line, hint])).toEqual([
    ['DRF712', 'warning', 13, expect.any(String)],
    ['DRF711', 'error', 14, 'Did you mean "fullName"? It is new there. Correct the profile, and lock again.'],
  ]);
});

it('says what it cannot be told, and what the lock does not have', async () => {
  const { answers, drift } = await locked();
  delete answers['/debtors'];
  answers['/closed'] = [{ no: 'C1', title: 'Closed' }];
  const { status, err } = await drift();
  expect(status).toBe(0);
  expect(err).toMatch(/warning\[DRF710\]: The ERP's answer to this read is unknown: .*\n +--> acme\.yaml:9:3/);
  expect(err).toMatch(/warning\[DRF708\]: The lock does not have the answer to this read\.\n +--> acme\.yaml:20/);
});
