/** Names that a statement gives itself, aliases and named queries: where they are declared and used, and their changes. § is the cursor. */
import { describe, expect, it } from 'vitest';
import type { Range } from '../../../../src/workbench/language/index.ts';
import { file, head, marked, serviceWith, tables } from './service-here.ts';

function opened(query: string, parts = '') {
  const { text, position } = marked(
    `${head.replace('parts:\n', `parts:\n${parts}`)}endpoints:\n  /debtors/list:\n    query: >\n      ${query}\n`,
  );
  const service = serviceWith(tables);
  service.open(file, text);
  const lines = text.split('\n');
  /** The text of a range with what surrounds it: `FROM customer [c] JOIN`. */
  const shown = ({ start, end }: Range): string => {
    const line = lines[start.line] ?? '';
    const [before, after] = [line.slice(Math.max(0, start.character - 5), start.character), line.slice(end.character)];
    return `${before.trimStart()}[${line.slice(start.character, end.character)}]${after.slice(0, 3)}`;
  };
  return { service, position, shown };
}

const defined = (query: string): readonly string[] => {
  const { service, position, shown } = opened(query);
  return service.definition(file, position).map(({ range }) => shown(range));
};

const used = (query: string): readonly string[] => {
  const { service, position, shown } = opened(query);
  return service.references(file, position, true).map(({ range }) => shown(range));
};

const inner = 'SELECT c.no, (SELECT max(c.id) FROM invoice c WHERE c.no = 1) FROM customer c WHERE c§.no > 1';

describe('names of a statement', () => {
  it('are declared where the alias or the named query is written', () => {
    expect(defined('SELECT c§.no FROM customer c')).toEqual(['omer [c]']);
    expect(defined('WITH t AS (SELECT no FROM customer) SELECT t§.no FROM t')).toEqual(['WITH [t] AS']);
    expect(defined('WITH t AS (SELECT no FROM customer) SELECT x.no FROM t§ x')).toEqual(['WITH [t] AS']);
    expect(defined('SELECT t.total§ FROM (SELECT sum(no) AS total FROM customer) t')).toEqual(['LECT [sum(no)] AS']);
    expect(defined('SELECT c.no§ FROM customer c')).toEqual([]);
    expect(defined('SELECT d§.no FROM customer c')).toEqual([]);
  });

  it('are used where they qualify, in the queries that see them', () => {
    expect(used(inner)).toEqual(['omer [c] WH', 'LECT [c].no', 'HERE [c].no']);
    expect(used('SELECT 1 FROM customer c WHERE EXISTS (SELECT 1 FROM invoice i WHERE i.no = c§.no)')).toEqual([
      'omer [c] WH',
      'no = [c].no',
    ]);
    expect(used('WITH t AS (SELECT no FROM customer) SELECT t§.no FROM t JOIN t x ON x.no = t.no')).toEqual([
      'WITH [t] AS',
      'FROM [t] JO',
      'JOIN [t] x ',
      'LECT [t].no',
      'no = [t].no',
    ]);
    expect(used('SELECT customer§.no FROM customer')).toEqual(['FROM [customer]', 'LECT [customer].no']);
    expect(used(`SELECT 'c.no' FROM customer c§`)).toEqual(['omer [c]']);
  });

  it('can be changed, but not where the database or a part names them', () => {
    const { service, position, shown } = opened(inner);
    expect(service.renamable(file, position)).toMatchObject({ ok: true, kind: 'alias', name: 'c' });
    const renamed = service.rename(file, position, 'debtor');
    const edits = renamed.ok ? renamed.edits : [];
    expect(edits.map(({ range, text }) => [shown(range), text])).toEqual([
      ['omer [c] WH', 'debtor'],
      ['LECT [c].no', 'debtor'],
      ['HERE [c].no', 'debtor'],
    ]);
    expect(service.rename(file, position, '1 x')).toMatchObject({
      ok: false,
      reason: '"1 x" is not a name of letters, digits and _.',
    });
    const table = opened('SELECT customer§.no FROM customer');
    expect(table.service.renamable(file, table.position)).toEqual({
      ok: false,
      reason: 'The database gives the name "customer": write an alias behind the table.',
    });
    const withPart = opened('SELECT c§.no FROM customer c WHERE {open}', '  open: c.no > 1\n');
    expect(withPart.service.renamable(file, withPart.position)).toEqual({
      ok: false,
      reason: 'A part that this statement inserts uses the name "c".',
    });
  });
});
