/** Which tables and columns a statement names, and in which of its queries: the common form for the trees of all grammars. */
import { isMap } from '../../../base/members.ts';
import type { SqlRange } from './reading.ts';

/** A name in a node of a tree. Names are as written, without quotes. */
export type Reference =
  /** The start of a query or a change: names inside of its node belong to it. */
  | { readonly kind: 'scope' }
  /** `name` includes the schema where it is given. */
  | { readonly kind: 'table'; readonly name: string; readonly alias: string; readonly range: SqlRange }
  /** The table that is changed, or its alias. */
  | { readonly kind: 'target'; readonly name: string; readonly inserts: boolean }
  /** A subquery or a function among the tables, with its own columns. */
  | { readonly kind: 'derived'; readonly alias: string }
  /** The name that a SELECT gives a column. */
  | { readonly kind: 'output'; readonly name: string }
  | ColumnReference
  /** `*`, or `c.*`. */
  | { readonly kind: 'star'; readonly qualifier: string | undefined; readonly range: SqlRange };

export interface ColumnReference {
  readonly kind: 'column';
  readonly qualifier: string | undefined;
  readonly name: string;
  readonly range: SqlRange;
  /** `written`: in INSERT and UPDATE. `joined`: in USING, of all tables that have it. `sorted`: can be the name of an output. */
  readonly use: 'read' | 'written' | 'joined' | 'sorted';
}

/** A query or a change, with the names that it contains. */
export interface Scope {
  readonly tables: Extract<Reference, { readonly kind: 'table' }>[];
  readonly targets: Extract<Reference, { readonly kind: 'target' }>[];
  readonly derived: string[];
  readonly outputs: string[];
  readonly columns: ColumnReference[];
  readonly stars: Extract<Reference, { readonly kind: 'star' }>[];
  readonly inner: Scope[];
}

type ReadReferences = { readonly ok: true; readonly scope: Scope } | { readonly ok: false; readonly reason: string };

/** Parses one statement with the driver's placeholders. Never throws. */
export type ReferenceReader = (sql: string) => ReadReferences;

/** The member at the end of a path of keys. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((node, key) => (isMap(node) ? node[key] : undefined), value);
}

/** The text at the end of a path of keys; undefined where a key is missing or the value is no text. */
export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const member = at(value, ...keys);
  return typeof member === 'string' ? member : undefined;
}

/** The list at the end of a path of keys; empty where a key is missing or the value is no list. */
export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const member = at(value, ...keys);
  return Array.isArray(member) ? member : [];
}

function emptyScope(): Scope {
  return { tables: [], targets: [], derived: [], outputs: [], columns: [], stars: [], inner: [] };
}

function note(scope: Scope, reference: Reference, sorted: boolean): void {
  switch (reference.kind) {
    case 'scope':
      break;
    case 'table':
      scope.tables.push(reference);
      break;
    case 'target':
      scope.targets.push(reference);
      break;
    case 'derived':
      scope.derived.push(reference.alias);
      break;
    case 'output':
      scope.outputs.push(reference.name);
      break;
    case 'column':
      scope.columns.push(sorted && reference.use === 'read' ? { ...reference, use: 'sorted' } : reference);
      break;
    case 'star':
      scope.stars.push(reference);
      break;
  }
}

/** Keys under which a name can be the name of an output. */
const sorting = /^(?:order_by|group_by|having|sortClause|groupClause|havingClause)$/;

/** Collects what `read` finds at each key of a tree. */
export function referencesOf(tree: unknown, read: (key: string, value: unknown) => readonly Reference[]): Scope {
  const walk = (node: unknown, scope: Scope, sorted: boolean): void => {
    if (Array.isArray(node)) for (const item of node) walk(item, scope, sorted);
    if (!isMap(node)) return;
    for (const [key, value] of Object.entries(node)) {
      const references = read(key, value);
      const opens = references.some(({ kind }) => kind === 'scope');
      const innerScope = opens ? emptyScope() : scope;
      if (opens) scope.inner.push(innerScope);
      const isSorted = !opens && (sorted || sorting.test(key));
      for (const reference of references) note(innerScope, reference, isSorted);
      walk(value, innerScope, isSorted);
    }
  };
  const root = emptyScope();
  walk(tree, root, false);
  return root;
}
