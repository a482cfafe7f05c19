/** The names in a statement of any dialect, by polyglot's grammar. */
import { isMap } from '../../../base/members.ts';
import { loadPolyglot, type PolyglotDialect } from './polyglot.ts';
import { type SqlRange, unitOffset } from './reading.ts';
import { at, listAt, type Reference, type ReferenceReader, referencesOf, textAt } from './references.ts';

type RangeOf = (node: unknown) => SqlRange;

function tableReference(value: unknown, rangeOf: RangeOf): readonly Reference[] {
  const name = textAt(value, 'name', 'name');
  if (name === undefined) return [];
  const before = ['catalog', 'schema'].flatMap((key) => textAt(value, key, 'name') ?? []);
  const alias = textAt(value, 'alias', 'name') ?? name;
  return [{ kind: 'table', name: [...before, name].join('.'), alias, range: rangeOf(at(value, 'name')) }];
}

function columnReference(value: unknown, rangeOf: RangeOf): readonly Reference[] {
  const name = textAt(value, 'name', 'name');
  const qualifier = textAt(value, 'table', 'name');
  // Values and variables of T-SQL look like columns.
  if (name === undefined || (qualifier === undefined && name.startsWith('@'))) return [];
  return [{ kind: 'column', qualifier, name, range: rangeOf(value), use: 'read' }];
}

function named(value: unknown, use: 'written' | 'joined', rangeOf: RangeOf): readonly Reference[] {
  // The target of an assignment is one name with a dot in it.
  const [name, qualifier] = (textAt(value, 'name') ?? '').split('.').reverse();
  return name === undefined || name === '' ? [] : [{ kind: 'column', qualifier, name, range: rangeOf(value), use }];
}

function changed(
  value: unknown,
  columns: readonly unknown[],
  inserts: boolean,
  rangeOf: RangeOf,
): readonly Reference[] {
  const table = at(value, 'table') ?? at(value, 'this', 'table');
  const name = textAt(table, 'alias', 'name') ?? textAt(table, 'name', 'name');
  const target: readonly Reference[] = name === undefined ? [] : [{ kind: 'target', name, inserts }];
  return [{ kind: 'scope' }, ...target, ...columns.flatMap((column) => named(column, 'written', rangeOf))];
}

function derived(alias: string | undefined): readonly Reference[] {
  return alias === undefined ? [] : [{ kind: 'derived', alias }];
}

/** The columns that `SET a = 1, b = 2` names. */
function assigned(pairs: readonly unknown[]): readonly unknown[] {
  return pairs.flatMap((pair) => (Array.isArray(pair) ? [pair[0]] : []));
}

function reader(rangeOf: RangeOf): (key: string, value: unknown) => readonly Reference[] {
  return (key, value) => {
    const list = Array.isArray(value) ? value : [];
    switch (key) {
      case 'select':
        return isMap(value) ? [{ kind: 'scope' }] : [];
      case 'insert':
        return isMap(value) ? changed(value, listAt(value, 'columns'), true, rangeOf) : [];
      case 'update':
        return isMap(value) ? changed(value, assigned(listAt(value, 'set')), false, rangeOf) : [];
      case 'delete':
      case 'merge':
        return isMap(value) ? changed(value, [], key === 'merge', rangeOf) : [];
      case 'table':
        return tableReference(value, rangeOf);
      case 'subquery':
        return derived(textAt(value, 'alias', 'name'));
      case 'ctes':
        return list.flatMap((cte) => derived(textAt(cte, 'alias', 'name')));
      case 'alias': {
        const name = at(value, 'this') === undefined ? undefined : textAt(value, 'alias', 'name');
        return name === undefined ? [] : [{ kind: 'output', name }];
      }
      case 'column':
        return columnReference(value, rangeOf);
      case 'identifier':
        return named(value, 'written', rangeOf);
      case 'using':
        return list.flatMap((one) => named(one, 'joined', rangeOf));
      case 'star':
        return isMap(value) ? [{ kind: 'star', qualifier: textAt(value, 'table', 'name'), range: rangeOf(value) }] : [];
      default:
        return [];
    }
  };
}

/** Loads the library; see `loadPolyglot`. */
export async function polyglotReferences(dialect: PolyglotDialect): Promise<ReferenceReader> {
  const { Dialect, parse } = await loadPolyglot();
  return (sql) => {
    const rangeOf = (node: unknown): SqlRange => {
      const [start, end] = [at(node, 'span', 'start'), at(node, 'span', 'end')];
      if (typeof start !== 'number' || typeof end !== 'number') return { offset: 0, length: 0 };
      const offset = unitOffset(sql, start);
      return { offset, length: unitOffset(sql, end) - offset };
    };
    try {
      const result = parse(sql, Dialect[dialect]);
      if (!result.success) return { ok: false, reason: result.error };
      return { ok: true, scope: referencesOf(result.ast, reader(rangeOf)) };
    } catch (error) {
      // A trap of WebAssembly, such as a stack overflow.
      return { ok: false, reason: error instanceof Error ? error.message : String(error) };
    }
  };
}
