/** The names in a statement of PostgreSQL, by the server's own grammar. */

import type { SqlRange } from '../../grammar/reading.ts';
import { at, listAt, type Reference, type ReferenceReader, referencesOf, textAt } from '../../grammar/references.ts';

/** A name with its qualifiers: `s.customer`, `"Customer".name`. */
const names = /^(?:"(?:[^"]|"")*"|[\p{L}\p{N}_$]+)(?:\s*\.\s*(?:"(?:[^"]|"")*"|[\p{L}\p{N}_$]+|\*))*/u;

/** Words of the fields of a reference; `*` is left out. */
function wordsOf(value: unknown): readonly string[] {
  return listAt(value, 'fields').flatMap((field) => textAt(field, 'String', 'sval') ?? []);
}

/** The reference to a column whose place the parser does not report. */
const unplaced = (name: string, use: 'joined' | 'read'): Reference => ({
  kind: 'column',
  qualifier: undefined,
  name,
  range: { offset: 0, length: 0 },
  use,
});

const derived = (alias: string | undefined): readonly Reference[] =>
  alias === undefined ? [] : [{ kind: 'derived', alias }];

function reader(rangeOf: (node: unknown) => SqlRange): (key: string, value: unknown) => readonly Reference[] {
  const written = (list: readonly unknown[]): readonly Reference[] =>
    list.flatMap((target): Reference[] => {
      const name = textAt(target, 'ResTarget', 'name');
      const range = rangeOf(at(target, 'ResTarget'));
      return name === undefined ? [] : [{ kind: 'column', qualifier: undefined, name, range, use: 'written' }];
    });
  const changed = (value: unknown, columns: readonly unknown[], inserts: boolean): readonly Reference[] => {
    const relation = at(value, 'relation');
    const name = textAt(relation, 'alias', 'aliasname') ?? textAt(relation, 'relname');
    const target: readonly Reference[] = name === undefined ? [] : [{ kind: 'target', name, inserts }];
    return [{ kind: 'scope' }, ...target, ...written(columns)];
  };
  const table = (value: unknown): readonly Reference[] => {
    const name = textAt(value, 'relname');
    if (name === undefined) return [];
    const schema = textAt(value, 'schemaname');
    const full = schema === undefined ? name : `${schema}.${name}`;
    return [{ kind: 'table', name: full, alias: textAt(value, 'alias', 'aliasname') ?? name, range: rangeOf(value) }];
  };
  const column = (value: unknown): readonly Reference[] => {
    const words = wordsOf(value);
    const range = rangeOf(value);
    if (listAt(value, 'fields').some((field) => at(field, 'A_Star') !== undefined))
      return [{ kind: 'star', qualifier: words.at(-1), range }];
    const name = words.at(-1);
    return name === undefined ? [] : [{ kind: 'column', qualifier: words.at(-2), name, range, use: 'read' }];
  };
  const select = (value: unknown): readonly Reference[] => {
    const outputs = listAt(value, 'targetList').flatMap((target) => textAt(target, 'ResTarget', 'name') ?? []);
    return [{ kind: 'scope' }, ...outputs.map((name): Reference => ({ kind: 'output', name }))];
  };
  return (key, value) => {
    switch (key) {
      case 'SelectStmt':
        return select(value);
      case 'larg':
      case 'rarg':
        // A branch of a UNION; in a join they are tables.
        return at(value, 'op') === undefined ? [] : select(value);
      case 'InsertStmt':
        return changed(value, listAt(value, 'cols'), true);
      case 'UpdateStmt':
        return changed(value, listAt(value, 'targetList'), false);
      case 'DeleteStmt':
      case 'MergeStmt':
        return changed(value, [], key === 'MergeStmt');
      case 'onConflictClause':
      case 'MergeWhenClause':
        return written(listAt(value, 'targetList'));
      case 'RangeVar':
      case 'relation':
        return table(value);
      case 'RangeSubselect':
      case 'RangeFunction':
      case 'RangeTableFunc':
      case 'JsonTable':
        return derived(textAt(value, 'alias', 'aliasname'));
      case 'CommonTableExpr':
        return derived(textAt(value, 'ctename'));
      case 'usingClause':
        return listAt({ value }, 'value')
          .flatMap((item) => textAt(item, 'String', 'sval') ?? [])
          .map((name) => unplaced(name, 'joined'));
      case 'ColumnRef':
        return column(value);
      case 'IndexElem': {
        const name = textAt(value, 'name');
        return name === undefined ? [] : [unplaced(name, 'read')];
      }
      default:
        return [];
    }
  };
}

/** Loads the parser; see `postgresGrammar`. */
export async function postgresReferences(): Promise<ReferenceReader> {
  const { loadModule, parseSync } = await import('libpg-query');
  await loadModule();
  return (sql) => {
    try {
      const bytes = new TextEncoder().encode(sql);
      const rangeOf = (node: unknown): SqlRange => {
        const location = at(node, 'location');
        const offset = new TextDecoder().decode(bytes.subarray(0, typeof location === 'number' ? location : 0)).length;
        return { offset, length: names.exec(sql.slice(offset))?.[0].length ?? 0 };
      };
      return { ok: true, scope: referencesOf(parseSync(sql).stmts, reader(rangeOf)) };
    } catch (error) {
      return { ok: false, reason: error instanceof Error ? error.message : String(error) };
    }
  };
}
