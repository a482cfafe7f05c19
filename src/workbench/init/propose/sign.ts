/** Credit notes: their amounts have to be negative, and many ERPs store them as positive amounts of another kind. */
import type { Row } from '../../../../engine/host/index.ts';
import { countsOf } from '../match/counts.ts';
import { bestColumn } from '../match/field.ts';
import { distinct } from '../match/shapes.ts';
import type { Column, Table } from '../model/database.ts';
import { nameIn } from '../model/sql-text.ts';
import { type Draft, sqlOf } from './draft.ts';
import { documentKindOf, valueLiteral } from './words.ts';

/** What the rows of one kind of document show. */
type Sign = 'negative' | 'positive' | 'both' | 'unknown';

function signOf(rows: readonly Row[], column: string): Sign {
  const amounts = rows.flatMap((row) => {
    const text = row[column] === null || row[column] === undefined ? '' : String(row[column]);
    return /[1-9]/.test(text) ? [text.startsWith('-')] : [];
  });
  if (amounts.length === 0) return 'unknown';
  if (amounts.every((isNegative) => isNegative)) return 'negative';
  return amounts.some((isNegative) => isNegative) ? 'both' : 'positive';
}

const rowsOfKind = ({ sample }: Table, kind: Column, values: readonly string[]): readonly Row[] =>
  sample.filter((row) => values.includes(String(row[kind.name]).trim()));

/** Kinds of documents whose amounts have to be turned. */
export interface TurnedKinds {
  readonly kind: Column;
  readonly values: readonly string[];
}

/** Applies the sign to an expression. `alias`: of the table that has the kind. */
export function signed(draft: Draft, { kind, values }: TurnedKinds, sql: string): string {
  const list = values.map((value) => valueLiteral(draft.dialect, value, kind.kind === 'number'));
  return `CASE WHEN ${sqlOf(draft, kind.name)} IN (${list.join(', ')}) THEN -${sql} ELSE ${sql} END`;
}

/**
 * Gives the total and the open amount of credit notes their sign where the kinds are known words and all amounts of credit notes are
 * positive. Otherwise a question with the number and the sign of the rows of each kind. Returns the kinds that were turned.
 */
export function turnCreditNotes(draft: Draft, field: string, openField: string): TurnedKinds | undefined {
  const { table, questions } = draft;
  const kind = bestColumn(table, 'kind')?.column;
  const total = bestColumn(table, 'total')?.column;
  if (kind === undefined || total === undefined) return undefined;
  const values = distinct(kind);
  if (values.length < 2) return undefined;
  const credits = values.filter((value) => documentKindOf(value) === 'credit');
  const sign = signOf(rowsOfKind(table, kind, credits), total.name);
  const areKnown = values.every((value) => documentKindOf(value) !== undefined);
  if (areKnown && (credits.length === 0 || sign === 'negative')) return undefined;
  if (areKnown && sign === 'positive') {
    const turned = { kind, values: credits };
    for (const [place, part] of draft.parts.entries())
      if ((part.field === field || part.field === openField) && part.from?.startsWith(`${table.name}.`))
        draft.parts[place] = {
          ...part,
          sql: signed(draft, turned, part.sql),
          from: `${part.from} by ${table.name}.${kind.name}`,
          reason: `${part.reason}; the ${rowsOfKind(table, kind, credits).length} rows of ${credits.join(', ')} that were read are positive, and amounts of credit notes have to be negative`,
        };
    return turned;
  }
  if (!areKnown && total.values.some((value) => value.startsWith('-'))) return undefined;
  const counts = countsOf(kind);
  const shown = values.map(
    (value) => `${value} (${counts.get(value) ?? 0}, ${signOf(rowsOfKind(table, kind, [value]), total.name)})`,
  );
  questions.set(
    field,
    `${table.name}.${kind.name} has ${shown.join(', ')}: which are credit notes? Their amounts have to be negative.`,
  );
  return undefined;
}

/** Whether the lines of credit notes are positive, too; undefined if no line of one was read. */
export function areLinesPositive(
  invoices: Table,
  lines: Table,
  { kind, values }: TurnedKinds,
  { key, column }: { readonly key: string; readonly column: string },
): boolean | undefined {
  const [id = ''] = invoices.primaryKey;
  const ids = new Set(rowsOfKind(invoices, kind, values).map((row) => String(row[id])));
  const sign = signOf(
    lines.sample.filter((row) => ids.has(String(row[key]))),
    column,
  );
  return sign === 'positive' ? true : sign === 'negative' ? false : undefined;
}

/** The join from lines to their documents, which have the kind. */
export const joinOfDocument = (draft: Draft, alias: string, key: string): string => {
  const [id = ''] = draft.table.primaryKey;
  return `JOIN ${nameIn(draft.dialect, draft.table.name)} ${draft.alias} ON ${sqlOf(draft, id)} = ${alias}.${nameIn(draft.dialect, key)}`;
};
