/** Which tables and columns a statement names, and in which of its queries: what the trees of all grammars have in common. */
import type { Spot } from './reading.ts';

/** Something that a node of a tree names. Names are without quotes, as they are written. */
export type Reference =
  /** A query or a change begins: what its node names belongs to it. */
  | { readonly kind: 'scope' }
  /** `name` has its schema before it, where it is given. */
  | { readonly kind: 'table'; readonly name: string; readonly alias: string; readonly spot: Spot }
  /** The table that is changed, or its alias. */
  | { readonly kind: 'target'; readonly name: string; readonly inserts: boolean }
  /** A query or a function among the tables: its columns are its own. */
  | { readonly kind: 'derived'; readonly alias: string }
  /** The name that a SELECT gives a column. */
  | { readonly kind: 'output'; readonly name: string }
  | ColumnReference
  /** `*`, or `c.*`. */
  | { readonly kind: 'star'; readonly qualifier: string | undefined; readonly spot: Spot };

export interface ColumnReference {
  readonly kind: 'column';
  readonly qualifier: string | undefined;
  readonly name: string;
  readonly spot: Spot;
  /** `written`: INSERT and UPDATE. `joined`: USING, of all tables that have it. `sorted`: may be meant as an output. */
  readonly use: 'read' | 'written' | 'joined' | 'sorted';
}

/** A query, or a change, with what it names itself. */
export interface Scope {
  readonly tables: Extract<Reference, { readonly kind: 'table' }>[];
  readonly targets: Extract<Reference, { readonly kind: 'target' }>[];
  readonly derived: string[];
  readonly outputs: string[];
  readonly columns: ColumnReference[];
  readonly stars: Extract<Reference, { readonly kind: 'star' }>[];
  readonly inner: Scope[];
}

export type ReadReferences =
  | { readonly ok: true; readonly scope: Scope }
  | { readonly ok: false; readonly reason: string };

/** Reads one statement in the placeholders of its driver. Never throws. */
export type ReferenceReader = (sql: string) => ReadReferences;

export type Tree = Readonly<Record<string, unknown>>;

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The member at the end of a path of keys. */
export function at(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>((node, key) => (isTree(node) ? node[key] : undefined), value);
}

export function textAt(value: unknown, ...keys: readonly string[]): string | undefined {
  const found = at(value, ...keys);
  return typeof found === 'string' ? found : undefined;
}

export function listAt(value: unknown, ...keys: readonly string[]): readonly unknown[] {
  const found = at(value, ...keys);
  return Array.isArray(found) ? found : [];
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

/** Keys under which a name may be that of an output. */
const sorting = /^(?:order_by|group_by|having|sortClause|groupClause|havingClause)$/;

/** Collects what `read` finds at each key of a tree. */
export function referencesOf(tree: unknown, read: (key: string, value: unknown) => readonly Reference[]): Scope {
  const walk = (node: unknown, scope: Scope, sorted: boolean): void => {
    if (Array.isArray(node)) for (const item of node) walk(item, scope, sorted);
    if (!isTree(node)) return;
    for (const [key, value] of Object.entries(node)) {
      const references = read(key, value);
      const opens = references.some(({ kind }) => kind === 'scope');
      const own = opens ? emptyScope() : scope;
      if (opens) scope.inner.push(own);
      const within = !opens && (sorted || sorting.test(key));
      for (const reference of references) note(own, reference, within);
      walk(value, own, within);
    }
  };
  const root = emptyScope();
  walk(tree, root, false);
  return root;
}
