/** A profile as completion and navigation see it: the text of the moment, and what is known of its meaning. */
import { isMap } from '../../../../engine/host/index.ts';
import {
  type Contract,
  type DatabaseKind,
  type DescribedName,
  databaseKinds,
  type Path,
  type TextScope,
} from '../../../../engine/index.ts';
import type { SchemaLookup } from '../schema/lookup.ts';
import type { DatabaseTables, ErpTables } from '../tables/tables.ts';
import type { Lines } from '../text/positions.ts';
import type { KnownExchange } from '../types/known-exchange.ts';
import type { MergedDocument } from '../workspace/profile-state.ts';
import type { Entry } from '../yaml/entry.ts';
import { mergedPath } from './merged-path.ts';

export interface ProfileView {
  /** Absolute. */
  readonly file: string;
  readonly text: string;
  readonly lines: Lines;
  readonly entries: readonly Entry[];
  /** The profile merged with its bases, as far as it can be read; an earlier one if the text cannot. */
  readonly document: MergedDocument | undefined;
  readonly contract: Contract;
  readonly lookup: SchemaLookup;
  /** What a statement or expression may name, by the path of its text in this file. */
  scopeAt(path: Path): TextScope | undefined;
  /** What the vendor's description knows as keys of the map at a path of this file, or as words of the text there. */
  describedAt(path: Path, place: 'keys' | 'words'): readonly DescribedName[];
  /** The tables of the ERP, if they are known. */
  readonly tables: ErpTables | undefined;
  /** Exchanges with the ERPs of the profile that are known, the last ones first. */
  readonly exchanges: readonly KnownExchange[];
  /** Names of the shipped profiles. */
  readonly shipped: readonly string[];
}

/** The value at a path of the profile, in the merged profile. */
export function valueAt({ document }: ProfileView, path: Path): unknown {
  let value: unknown = document?.value;
  for (const segment of mergedPath(document, path)) {
    if (Array.isArray(value)) value = value[Number(segment)];
    else value = isMap(value) && Object.hasOwn(value, segment) ? value[segment] : undefined;
  }
  return value;
}

/** The members of a section, such as `settings`. */
export const sectionOf = (view: ProfileView, name: string): readonly (readonly [string, unknown])[] => {
  const section = valueAt(view, [name]);
  return isMap(section) ? Object.entries(section) : [];
};

/** The names of the sources that are databases. */
const databaseNames = (view: ProfileView): readonly string[] =>
  sectionOf(view, 'sources').flatMap(([name, source]) => (isMap(source) && 'sql' in source ? [name] : []));

/** The source of the statement at a path: that of its scope, or of the nearest `use`, or the only database. */
export function sourceOf(view: ProfileView, path: Path): string | undefined {
  const scope = view.scopeAt(path);
  if (scope?.kind === 'statement') return scope.source;
  if (path[0] === 'sources' && typeof path[1] === 'string') return path[1];
  for (let length = path.length - 1; length > 0; length -= 1) {
    const use = valueAt(view, [...path.slice(0, length), 'use']);
    if (typeof use === 'string') return use;
  }
  return databaseNames(view)[0];
}

/** The kind of the database of a source; SQLite if it is not known. */
export function kindOf(view: ProfileView, source: string | undefined): DatabaseKind | undefined {
  const name = source === undefined ? undefined : valueAt(view, ['sources', source, 'sql']);
  return databaseKinds.find((kind) => kind.name === name) ?? databaseKinds[0];
}

/** Undefined where the source, or its tables, are not known. */
export const tablesOf = (view: ProfileView, source: string | undefined): DatabaseTables | undefined =>
  source === undefined ? undefined : view.tables?.get(source);
