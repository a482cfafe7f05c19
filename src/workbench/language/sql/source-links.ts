/** Which tables and queries of a statement can be joined by which columns. The columns of a query are linked as the columns of tables that they repeat. */
import type { DatabaseTable, DatabaseTables } from '../tables/tables.ts';
import type { NamedSource } from './columns.ts';
import { linksOf, type TableLink } from './table-links.ts';

export interface SourceLink {
  /** Pairs of a column of the source itself and a column of the other one. */
  readonly columns: TableLink['columns'];
  /** What the link follows from. */
  readonly detail: string;
}

const detailOf = ({ isGuess }: TableLink): string =>
  isGuess ? 'a guess: equal names of key columns' : 'by foreign key';

/** The name of the column of a source that is, or repeats, a column of a table. */
const nameIn = ({ columns }: NamedSource, table: DatabaseTable, name: string): string | undefined =>
  columns.find(({ origin }) => origin?.table === table && origin.column.name === name)?.name;

/** The names of all these columns of a table in a source; undefined if one is missing. */
function namesIn(source: NamedSource, table: DatabaseTable, names: readonly string[]): readonly string[] | undefined {
  const given = names.flatMap((name) => nameIn(source, table, name) ?? []);
  return given.length === names.length ? given : undefined;
}

/** The tables whose columns a source has. */
const tablesOf = ({ table, columns }: NamedSource): readonly DatabaseTable[] =>
  table === undefined ? [...new Set(columns.flatMap(({ origin }) => origin?.table ?? []))] : [table];

const pairs = (names: readonly string[], other: readonly string[]): TableLink['columns'] =>
  names.map((name, index) => [name, other[index] ?? name]);

/** The tables that can be joined with a source. */
export const linksFrom = (
  tables: DatabaseTables,
  source: NamedSource,
): readonly (SourceLink & { readonly table: DatabaseTable })[] =>
  tablesOf(source).flatMap((table) =>
    linksOf(tables, table).flatMap((link) => {
      const names = namesIn(
        source,
        table,
        link.columns.map(([name]) => name),
      );
      const other = link.columns.map(([, name]) => name);
      return names === undefined ? [] : [{ table: link.table, columns: pairs(names, other), detail: detailOf(link) }];
    }),
  );

/** The columns that both sources repeat from one table, where they identify its rows or refer to those of another one. None for two uses of a table. */
function sharedColumns(tables: DatabaseTables, source: NamedSource, other: NamedSource): readonly SourceLink[] {
  if (source.table !== undefined && source.table === other.table) return [];
  const shared = tablesOf(source).filter((table) => tablesOf(other).includes(table));
  return shared.flatMap((table) => {
    const references = linksOf(tables, table).map(({ columns }) => columns.map(([name]) => name));
    const candidates = [...(table.key.length === 0 ? [] : [table.key]), ...references];
    const distinct = [...new Map(candidates.map((names) => [names.join(), names])).values()];
    return distinct.flatMap((names): readonly SourceLink[] => {
      const [ofSource, ofOther] = [namesIn(source, table, names), namesIn(other, table, names)];
      if (ofSource === undefined || ofOther === undefined) return [];
      return [{ columns: pairs(ofSource, ofOther), detail: `both are of ${table.name}` }];
    });
  });
}

/** How two sources of a statement can be joined. */
export function linksBetween(tables: DatabaseTables, source: NamedSource, other: NamedSource): readonly SourceLink[] {
  const linked = linksFrom(tables, source).flatMap(({ table, columns, detail }) => {
    const ofOther = namesIn(
      other,
      table,
      columns.map(([, name]) => name),
    );
    if (ofOther === undefined) return [];
    const ofSource = columns.map(([name]) => name);
    return [{ columns: pairs(ofSource, ofOther), detail }];
  });
  return [...linked, ...sharedColumns(tables, source, other)];
}
