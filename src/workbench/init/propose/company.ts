/** Databases with the rows of several companies: the company is a setting, because each installation serves one. */
import type { Meaning } from '../../vocabulary/vocabulary.ts';
import { wordsOf } from '../../vocabulary/words.ts';
import { countsOf } from '../match/counts.ts';
import type { FoundTables } from '../match/tables.ts';
import { type Column, columnOf, type Table } from '../model/database.ts';
import { type Draft, type Proposal, sqlOf } from './draft.ts';

/** The name of the setting. */
export const companySetting = 'company';

/** The column that names the company, in all tables that have it. */
export interface Company {
  readonly column: string;
  readonly isNumber: boolean;
  /** How many tables have the column. */
  readonly tables: number;
  /** Rows of the found tables by company, most frequent first. */
  readonly rows: readonly (readonly [value: string, rows: number])[];
}

const inName: readonly Meaning[] = ['company', 'id', 'code', 'number', 'fk'];
/** A longer text is the name of a company. */
const longestCode = 12;

function isCompany({ name, kind, values }: Column): boolean {
  const words = wordsOf(name);
  const isNamed =
    words.some(({ meanings }) => meanings.includes('company')) &&
    words.every(({ meanings }) => meanings.some((one) => inName.includes(one)));
  if (!isNamed || (kind !== 'number' && kind !== 'text')) return false;
  // `FIRMA` is the name of a customer where it is a text.
  const mayBeName = words.some(({ meanings }) => meanings.includes('name'));
  return (
    kind === 'number' ||
    (!mayBeName && values.length > 0 && values.every((value) => /^\S+$/.test(value) && value.length <= longestCode))
  );
}

/** A column is the company's where at least this many tables have it. */
const leastTables = 3;

/** The column that the tables of records share, if it names the company of a row. */
export function companyOf(tables: readonly Table[], found: FoundTables): Company | undefined {
  const records = [...found.values()].map(({ table }) => table);
  const names = new Map<string, number>();
  for (const { columns } of tables)
    for (const column of columns)
      if (isCompany(column)) names.set(column.name.toLowerCase(), (names.get(column.name.toLowerCase()) ?? 0) + 1);
  const [[name, count] = ['', 0]] = [...names].toSorted((one, other) => other[1] - one[1]);
  if (count < leastTables) return undefined;
  const columns = records.flatMap((table) => columnOf(table, name) ?? []);
  const [first] = columns;
  if (first === undefined) return undefined;
  const rows = new Map<string, number>();
  for (const column of columns)
    for (const [value, number] of countsOf(column)) rows.set(value, (rows.get(value) ?? 0) + number);
  const ordered = [...rows].toSorted((one, other) => other[1] - one[1]);
  return { column: first.name, isNumber: first.kind === 'number', tables: count, rows: ordered };
}

/**
 * Adds the condition that a row belongs to the company of the installation. Rows without a company are a question under `field`, where there
 * are several companies, or no rows that show it.
 */
export function ofCompany(draft: Draft, company: Company | undefined, field: string): void {
  const column = company === undefined ? undefined : columnOf(draft.table, company.column);
  if (company === undefined || column === undefined) return;
  const { name, sample } = draft.table;
  const isPartly = column.values.length < sample.length || column.values.includes('0');
  // Of one company, the condition would change nothing but lose the rows without one.
  if (isPartly && company.rows.length <= 1) return;
  if (isPartly || (sample.length === 0 && !column.required)) {
    const others = company.rows.length === 0 ? '' : ` There are ${countedRows(company)}.`;
    const text = `Are rows of ${name} without a company (${column.name}) those of all companies?${others} The condition for the others is ${sqlOf(draft, column.name)} = :settings.${companySetting}.`;
    draft.questions.set(field, joinedQuestions(draft.questions.get(field), text));
    return;
  }
  draft.where.push(`${sqlOf(draft, column.name)} = :settings.${companySetting}`);
}

const countedRows = ({ rows }: Company): string =>
  rows
    .slice(0, 8)
    .map(([value, number]) => `${value} (${number})`)
    .join(', ');

/** The proposals with a question which company it is, in the first one that is limited to a company, if there are several. */
export function withCompanyQuestion(proposals: readonly Proposal[], company: Company | undefined): readonly Proposal[] {
  const first = proposals.find(({ keys }) => keys.some((line) => line.includes(`:settings.${companySetting}`)));
  if (company === undefined || company.rows.length < 2) return proposals;
  const text = `Which company does the installation serve? By ${company.column} there are ${countedRows(company)}: the setting "${companySetting}" is the most frequent one.`;
  return proposals.map((one) => {
    const field = one.parts[0]?.field;
    if (one !== first || field === undefined) return one;
    return { ...one, questions: new Map([...one.questions, [field, joinedQuestions(one.questions.get(field), text)]]) };
  });
}

const joinedQuestions = (before: string | undefined, text: string): string =>
  before === undefined ? text : `${before} ${text}`;
