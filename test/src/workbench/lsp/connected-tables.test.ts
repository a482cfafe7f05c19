/** When the tables of a profile's databases are read: while it is written, after a change of its sources, and after a failure. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { connectedTables } from '../../../../src/workbench/lsp/connected-tables.ts';
import { testHost } from '../../service/state/host.ts';

/** A profile over a database that the script creates, as far as a first endpoint is being written. */
const begun = (script: string): string => `profile: shop
contract: "1"
sources:
  erp: { sql: sqlite, connection: { file: ${script}.sqlite, create: [${script}] } }
parts:
  broken: 1
endpoints:
`;

const eventually = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 30_000 });

function watched() {
  const folder = mkdtempSync(join(tmpdir(), 'engine-connected-'));
  const file = join(folder, 'profile.yaml');
  writeFileSync(file, 'profile: shop\n');
  writeFileSync(join(folder, 'one.sql'), 'CREATE TABLE customer (no INTEGER PRIMARY KEY);');
  writeFileSync(
    join(folder, 'two.sql'),
    'CREATE TABLE debtor (no INTEGER PRIMARY KEY); CREATE VIEW open_debtor AS SELECT no FROM debtor;',
  );
  let time = Date.now();
  const failures: string[] = [];
  const { current, forget } = connectedTables(
    () => ({ ...testHost(folder), env: {}, now: () => time }),
    undefined,
    (_, reason) => failures.push(reason),
  );
  const names = (text: string): readonly string[] =>
    [...(current(file, text)?.values() ?? [])].flatMap(({ all }) => all.map(({ name }) => name));
  return {
    ...{ folder, names, failures, forget },
    later: (ms: number) => {
      time += ms;
    },
  };
}

it('reads them of a text that is not saved, has no endpoints yet and has faults elsewhere, without a message', async () => {
  const { names, failures } = watched();
  expect(names(begun('one.sql'))).toEqual([]);
  await eventually(() => expect(names(begun('one.sql'))).toEqual(['customer']));
  expect(names(`${begun('one.sql')}  /debtors/list: [`)).toEqual(['customer']);
  expect(failures).toEqual([]);
});

it('reads tables and views again when the sources change, and keeps the tables before until then', async () => {
  const { names } = watched();
  await eventually(() => expect(names(begun('one.sql'))).toEqual(['customer']));
  expect(names(begun('two.sql'))).toEqual(['customer']);
  await eventually(() => expect(names(begun('two.sql'))).toEqual(['debtor', 'open_debtor']));
});

it('tries again some time after it could not read them', async () => {
  const { names, folder, later } = watched();
  expect(names(begun('none.sql'))).toEqual([]);
  // A missing script is a finding of the check.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  writeFileSync(join(folder, 'none.sql'), 'CREATE TABLE item (code TEXT PRIMARY KEY);');
  expect(names(begun('none.sql'))).toEqual([]);
  later(21_000);
  await eventually(() => expect(names(begun('none.sql'))).toEqual(['item']));
});

it('reports once why a database cannot be reached', async () => {
  const { names, failures, later } = watched();
  const unreachable = begun('one.sql').replace(
    /\{ sql: .*/,
    '{ sql: postgres, connection: { host: 127.0.0.1, port: 1, database: d, user: u, password: p, tls: off } }',
  );
  await eventually(() => {
    names(unreachable);
    later(21_000);
    expect(failures.length).toBeGreaterThan(0);
  });
  names(unreachable);
  later(21_000);
  names(unreachable);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(failures).toHaveLength(1);
});

it('reads them again when they are asked to, and when they are old', async () => {
  const { names, folder, forget, later } = watched();
  await eventually(() => expect(names(begun('one.sql'))).toEqual(['customer']));
  const database = new DatabaseSync(join(folder, 'one.sql.sqlite'));
  database.exec('CREATE TABLE item (code TEXT PRIMARY KEY)');
  expect(names(begun('one.sql'))).toEqual(['customer']);
  forget();
  await eventually(() => expect(names(begun('one.sql'))).toEqual(['customer', 'item']));
  database.exec('DROP TABLE item');
  database.close();
  later(601_000);
  await eventually(() => expect(names(begun('one.sql'))).toEqual(['customer']));
});
