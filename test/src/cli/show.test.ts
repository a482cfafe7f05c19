/** `engine show`, and the other verbs on a profile that extends another one. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { afterAll, describe, expect, it } from 'vitest';
import { root, runHere } from './here.ts';

// SQLite works in processes of its own, which take their time on a busy machine.
const cwd = mkdtempSync(join(tmpdir(), 'engine-show-'));
afterAll(() => rmSync(cwd, { recursive: true }));

const run = (text: string, ...args: readonly string[]) => {
  writeFileSync(join(cwd, 'acme.yaml'), text);
  return runHere([...args, 'acme.yaml'], { env: {}, cwd });
};
const overlay = 'profile: acme\nextends: demo\nsettings: { bank_account: { default: OWN } }\n';
const demo = join(root, 'profiles/demo/profile.yaml');

describe('engine show', () => {
  it('shows the whole profile, each line with its origin', async () => {
    const { status, out, err } = await run(overlay, 'show');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toMatch(/^profile: acme +# acme\.yaml:1$/m);
    expect(out).toMatch(/^ {4}default: OWN +# acme\.yaml:3$/m);
    expect(out).toMatch(new RegExp(`^title: Kontor, the demo ERP +# ${demo}:\\d+$`, 'm'));
    expect(out).not.toContain('extends');
  });

  it('shows a profile that is valid by itself', async () => {
    const { out } = await run(overlay, 'show', '--plain');
    expect(out).not.toContain(' # ');
    const checked = await run(out, 'check', '--connect');
    expect(checked).toEqual({ status: 0, out: 'acme.yaml: no findings\n', err: '' });
  });

  it('counts the compiled expressions, and names those that the interpreter evaluates', async () => {
    const profile = [
      'profile: acme',
      'contract: "1"',
      'sources: { erp: { sql: sqlite, connection: { file: acme.db } } }',
      'endpoints:',
      '  /debtors/list:',
      '    page: { key: [erpDebtorId] }',
      '    query: SELECT c.Code AS erpDebtorId, c.Name AS _name FROM Customer c',
      '    fields:',
      '      name: $trim(_name)',
      '      email: $substringBefore(?, ";")(_name)',
    ];
    const { status, out } = await run(profile.join('\n'), 'show', '--expressions');
    expect({ status, out }).toEqual({
      status: 0,
      out: '1 of 2 expressions are compiled.\ninterpreted: acme.yaml:10 (a partial application)\n',
    });
  });

  it('prints the generated code of the expressions of an endpoint', async () => {
    const profile = [
      'profile: acme',
      'contract: "1"',
      'sources: { erp: { sql: sqlite, connection: { file: acme.db } } }',
      'endpoints:',
      '  /debtors/list:',
      '    page: { key: [erpDebtorId] }',
      '    query: SELECT c.Code AS erpDebtorId, c.Name AS _name FROM Customer c',
      '    fields:',
      '      name: $trim(_name)',
      '      email: $substringBefore(?, ";")(_name)',
      '  /payments/list: { query: SELECT 1 AS erpPaymentId, page: { key: [erpPaymentId] }, fields: { notes: lines } }',
    ];
    const { status, out, err } = await run(profile.join('\n'), 'show', '--code', '/debtors/list');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const [name, email, ...others] = out.trimEnd().split(/^(?=\/\/ acme\.yaml)/m);
    expect(name).toMatch(/^\/\/ acme\.yaml:9\n\/\/ \$trim\(_name\)\n\(\(\) => \{\n/);
    expect(name).toMatch(/\w+\["_name"\]/);
    expect(email).toMatch(/^\/\/ acme\.yaml:10\n.*\n\/\/ The interpreter evaluates it: a partial application$/);
    expect(others).toEqual([]);
    expect(() => new Script(out)).not.toThrow();
    const none = await run(profile.join('\n'), 'show', '--code', '/health');
    expect(none).toEqual({ status: 0, out: '// /health has no JSONata expression.\n', err: '' });
  });

  it('refuses the code of an unknown endpoint', async () => {
    const { status, err } = await run(overlay, 'show', '--code', '/debtor/list');
    expect(status).toBe(2);
    expect(err).toContain('/debtors/list');
  });

  it('reports only what does not fit the base', async () => {
    const { status, out, err } = await run('extends: dmo\n', 'show');
    expect({ status, out }).toEqual({ status: 1, out: '' });
    expect(err).toContain('acme.yaml:1:10');
    expect(err).toContain('Did you mean "demo"?');
  });
});

describe('engine check', () => {
  it('names the lines of both files', async () => {
    const faulty = `${overlay}endpoints:\n  /debtors/list: { attach: { _x: { query: SELECT 1 FRM x, on: { _one: erpDebtorId } } } }\nparts: { $without: [line_sign] }\n`;
    const { status, err } = await run(faulty, 'check');
    expect(status).toBe(1);
    expect(err).toContain('--> acme.yaml:5');
    expect(err).toContain(`--> ${demo}:`);
    expect(err).toContain('{line_sign} * l.qty AS quantity');
  });
});
