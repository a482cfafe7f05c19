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

  it('prints the code that is generated for an endpoint, with its places', async () => {
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
      '    attach:',
      '      _notes: { query: "SELECT n.Code AS _code FROM Note n WHERE n.Code IN (:rows.erpDebtorId)", on: { _code: erpDebtorId } }',
      '    codes: { name: { A: B }, }',
      '  /payments/list: { query: SELECT 1 AS erpPaymentId, page: { key: [erpPaymentId] }, fields: { notes: lines } }',
    ];
    const { status, out, err } = await run(profile.join('\n'), 'show', '--code', '/debtors/list');
    expect({ status, err }).toEqual({ status: 0, err: '' });
    const parts = out.trimEnd().split(/\n\n(?=\/\/ acme\.yaml)/);
    const describedNoStatement =
      'Cleans a row. No database has described the statement: its columns are the names after AS.';
    expect(parts.map((part) => part.split('\n').slice(0, 2))).toEqual([
      ['// acme.yaml:5', '// Writes a row of the answer as JSON'],
      ['// acme.yaml:7', `// ${describedNoStatement}`],
      ['// acme.yaml:8', '// Computes `fields`'],
      ['// acme.yaml:9', '// $trim(_name)'],
      ['// acme.yaml:10', '// $substringBefore(?, ";")(_name)'],
      ['// acme.yaml:12', `// ${describedNoStatement}`],
      ['// acme.yaml:12', '// The key of a row'],
      ['// acme.yaml:12', '// The key of an attached row'],
      ['// acme.yaml:12', '// Whether two attached rows have one key'],
      ['// acme.yaml:12', '// Sets the attached rows in a row'],
      ['// acme.yaml:13', '// Maps `codes`'],
    ]);
    const [encoder, cleaner, fields, name, email, notes, key] = parts;
    expect(encoder).toMatch(/^ {2}value = row\["erpDebtorId"\];$/m);
    expect(cleaner).toContain('row["_name"]');
    expect(fields).toMatch(/\(row, bindings\)/);
    expect(name).toMatch(/^\/\/ .*\n\/\/ .*\n\(\(\) => \{\n {2}const \w+ = /);
    expect(name).toMatch(/\w+\["_name"\]/);
    expect(email).toMatch(/\n\/\/ The interpreter evaluates it: a partial application$/);
    expect(notes).toContain('row["_code"]');
    expect(key).toContain('row["erpDebtorId"]');
    expect(() => new Script(out)).not.toThrow();
    const none = await run(profile.join('\n'), 'show', '--code', '/health');
    expect(none).toEqual({ status: 0, out: '// No code is generated for /health.\n', err: '' });
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
