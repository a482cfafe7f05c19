/** The YAML language server with the schemas of the files next to a profile: its cases, and the configuration of the service. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleOf } from '../support/depth.ts';
import { startEditor } from './server.ts';

const root = join(import.meta.dirname, '../..');
const editor = startEditor({
  '**/cases/*.yaml': join(root, 'engine/cases.schema.json'),
  'engine.yaml': join(root, 'src/service/config/config.schema.json'),
});
afterAll(() => editor.close());

const labels = async (file: string, text: string) =>
  (await (await editor.open(file, text)).completions()).map(({ label }) => label);
const messages = async (file: string, text: string) =>
  (await editor.open(file, text)).diagnostics.map(({ message }) => message);

describe('cases', () => {
  const cases = 'cases:\n  - case: one\n';

  it.each(sampleOf(globSync(['profiles/*/cases/*.yaml', 'examples/*/cases/*.yaml'], { cwd: root }).sort(), 6))(
    '%s has no finding',
    async (file) => {
      expect(await messages(join(root, file), readFileSync(join(root, file), 'utf8'))).toEqual([]);
    },
  );

  it('complete endpoints, and the fields of their requests and answers', async () => {
    expect(await labels('/acme/cases/a.yaml', `${cases}    call: §`)).toContain('/invoices/list');
    const search = `${cases}    call: /debtors/list\n`;
    expect(await labels('/acme/cases/b.yaml', `${search}    request:\n      §`)).toEqual(
      expect.arrayContaining(['page', 'limit']),
    );
    expect(await labels('/acme/cases/c.yaml', `${search}    response:\n      debtors:\n        - §`)).toEqual(
      expect.arrayContaining(['erpDebtorId', 'name', 'email']),
    );
  });

  it('mark an unknown key, and show the description of a field', async () => {
    expect(await messages('/acme/cases/d.yaml', `${cases}    cal: /debtors/list`)).toContain(
      'Property cal is not allowed.',
    );
    const opened = await editor.open(
      '/acme/cases/e.yaml',
      `${cases}    call: /sale-draft\n    request: { po§Number: P-1 }`,
    );
    expect(await opened.hover()).toContain('Number of the purchase order');
  });
});

describe('engine.yaml', () => {
  it('completes settings and their words', async () => {
    expect(await labels('/acme/engine.yaml', '§')).toEqual(expect.arrayContaining(['profile', 'keys', 'logLevel']));
    expect(await labels('/b/engine.yaml', 'logLevel: §')).toEqual(expect.arrayContaining(['debug', 'info']));
    expect(await labels('/c/engine.yaml', 'keys:\n  - §')).toEqual(expect.arrayContaining(['name', 'app', 'sha256']));
  });

  it('marks unknown settings and wrong values', async () => {
    const shownMessages = await messages('/d/engine.yaml', 'profil: demo\nport: many\n');
    expect(shownMessages).toEqual(
      expect.arrayContaining(['Property profil is not allowed.', 'Incorrect type. Expected "integer".']),
    );
    expect(
      await messages('/e/engine.yaml', 'profile: demo\nport: 8443\nrequestTimeout: 30s\ntrustProxy: true\n'),
    ).toEqual([]);
  });
});
