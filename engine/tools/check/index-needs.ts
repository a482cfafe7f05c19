/** What a read needs of the indexes of its tables: by its conditions, its search, its pages and its `since`. */
import type { Path } from '../../base/place.ts';
import {
  locateInProfile,
  type SentRead,
  type StatementToDescribe,
  type StatementVariant,
} from '../../compile/context/statements.ts';
import type { ProfileLocation } from '../../diagnostics/reporter.ts';
import type { ColumnOrigin } from '../../sources/source.ts';
import { tableName } from '../../sources/sql/catalogue.ts';
import type { Scope } from '../../sources/sql/grammar/references.ts';
import type { IndexNeed } from '../../sources/sql/index-rules.ts';
import type { Dialect } from '../../sources/sql/text/dialect.ts';
import { valueConditions } from '../../sources/sql/text/value-conditions.ts';
import { wordsOf } from '../../sources/sql/text/words.ts';

/** A need, where the profile states it, and in which form of the statement it shows. */
export interface PlacedNeed extends IndexNeed {
  readonly at: ProfileLocation;
  /** The name in the profile: an output column, or the column of a condition. */
  readonly name: string;
  readonly form: SentForm;
}

/** Which of its optional conditions a statement is sent with. */
export interface SentForm {
  readonly blocks: boolean;
  readonly search: boolean;
  readonly since: boolean;
}

const plainForm: SentForm = { blocks: false, search: false, since: false };

/** By alias or name in lower case: the tables of a statement. */
export function tablesIn(scope: Scope): ReadonlyMap<string, string> {
  const scopeTables = scope.tables.map(({ alias, name }) => [alias.toLowerCase(), name] as const);
  return new Map([...scopeTables, ...scope.inner.flatMap((inner) => [...tablesIn(inner)])]);
}

interface ReadColumns {
  /** Names of the columns of the query. */
  readonly columns: readonly string[];
  /** The columns of tables that they show unchanged. */
  readonly origins: readonly (ColumnOrigin | undefined)[];
}

function isOfOneTable(origins: readonly (ColumnOrigin | undefined)[]): origins is readonly ColumnOrigin[] {
  const [first] = origins;
  return origins.every((one) => one !== undefined && one.schema === first?.schema && one.table === first?.table);
}

/** The columns of a table that these columns of the query show; undefined where they are computed, or of several tables. */
function originsOf(names: readonly string[], { columns, origins }: ReadColumns): readonly ColumnOrigin[] | undefined {
  const lower = columns.map((column) => column.toLowerCase());
  const columnOrigins = names.map((name) => origins[lower.indexOf(name.toLowerCase())]);
  return isOfOneTable(columnOrigins) && columnOrigins.length > 0 ? columnOrigins : undefined;
}

const tableOf = ({ schema, table }: ColumnOrigin) => ({ schema, table });

/** The needs of search, pages and `since`. Alternatives need an index each, so that those of several tables need none. */
export function wrapNeeds({ wrap, namedAt }: SentRead, path: Path, read: ReadColumns): readonly PlacedNeed[] {
  const { search, since = [], after = [] } = wrap;
  const each = (
    names: readonly string[],
    by: 'search' | 'since',
    use: IndexNeed['use'],
    form: SentForm,
  ): readonly PlacedNeed[] =>
    (originsOf(names, read) ?? []).map((origin, index) => {
      const name = names[index] ?? '';
      const at = { path: namedAt(by, name) ?? path };
      return { table: tableOf(origin), columns: [origin.column], use, at, name, form };
    });
  const [first = ''] = after;
  const key = originsOf(after, read);
  const pages: readonly PlacedNeed[] = key?.[0]
    ? [
        {
          table: tableOf(key[0]),
          columns: key.map(({ column }) => column),
          use: 'order',
          at: { path: namedAt('order', first) ?? path },
          name: after.join(', '),
          form: plainForm,
        },
      ]
    : [];
  return [
    ...each(search?.columns ?? [], 'search', search?.match ?? 'words', { ...plainForm, search: true }),
    ...each(
      since.flatMap(({ columns }) => columns.slice(0, 1)),
      'since',
      'range',
      { ...plainForm, since: true },
    ),
    ...pages,
  ];
}

/** The needs of the conditions that compare a column with a value that selects few rows: one for each table. */
export function conditionNeeds(
  variant: StatementVariant,
  { identifying }: SentRead,
  tables: ReadonlyMap<string, string>,
  { lexicon }: Pick<Dialect, 'lexicon'>,
): readonly PlacedNeed[] {
  const { sql, slots = [], omitted } = variant;
  const only = tables.size === 1 ? [...tables.values()][0] : undefined;
  const byTable = new Map<string, PlacedNeed>();
  for (const { qualifier, column, placeholder, offset, length } of valueConditions(wordsOf(sql, lexicon))) {
    const slot = slots[placeholder];
    if (slot === undefined || slot.kind === 'engine' || !identifying.has(slot.name)) continue;
    const text = qualifier === undefined ? only : tables.get(qualifier);
    const table = text === undefined ? undefined : tableName(text);
    if (text === undefined || table === undefined) continue;
    const knownNeed = byTable.get(text);
    const at = knownNeed?.at ?? locateInProfile(variant, { offset, length });
    const columns = [...new Set([...(knownNeed?.columns ?? []), column])];
    const form = { ...plainForm, blocks: omitted.length === 0 };
    byTable.set(text, { table, columns, use: 'equal', at, name: columns.join(', '), form });
  }
  return [...byTable.values()];
}

/** The complete statement, and the one without any optional block. */
export function extremeVariants({ variants }: StatementToDescribe): readonly StatementVariant[] {
  const [complete, ...others] = variants();
  const plainest = others.toSorted((a, b) => b.omitted.length - a.omitted.length)[0];
  return [complete, plainest].filter((one) => one !== undefined);
}
