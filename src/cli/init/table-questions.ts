/** The questions about the tables of the ERP: where the table of a record is not certain, a list of those that may have it. */

import { bestColumn } from '../../workbench/init/match/field.ts';
import { likelyTables } from '../../workbench/init/match/likely-tables.ts';
import { noTable, recordNameOf } from '../../workbench/init/match/named-tables.ts';
import { type Entity, tableCriteria } from '../../workbench/init/match/table-criteria.ts';
import { entities, type FoundTables, findTables, type NamedTables } from '../../workbench/init/match/tables.ts';
import { keyTo, type Table } from '../../workbench/init/model/database.ts';
import type { Proposals } from '../../workbench/init/propose/index.ts';
import type { DialogueAnswers, Question } from './dialogue.ts';

/** What the records are, as the end of a question. */
const titles: Readonly<Record<Entity, string>> = {
  customer: 'customers',
  item: 'products',
  address: 'addresses of customers',
  customerPrice: 'prices of single customers',
  purchaseOrder: 'purchase orders of customers, each with the number that the customer has given',
  salesOrder: 'sales orders',
  orderLine: 'lines of sales orders',
  invoice: 'invoices to customers',
  invoiceLine: 'lines of invoices',
  payment: 'payments of customers',
  allocation: 'parts of a payment by invoice',
  entry: 'entries of the accounts of customers',
};

/** Records that many ERPs do not have in a table: without a likely table there is no question. */
const optional: readonly Entity[] = ['address', 'customerPrice', 'purchaseOrder', 'allocation'];

/** The record to which another one belongs. */
const owners: Partial<Readonly<Record<Entity, Entity>>> = {
  address: 'customer',
  customerPrice: 'item',
  orderLine: 'salesOrder',
  invoiceLine: 'invoice',
  allocation: 'payment',
};

/** Answers that are no table. */
const otherTable = '\u0000other';
const openTable = '\u0000open';

/** A list shows at most this many likely tables. */
const mostTables = 6;
/** Width of the columns in a line of a list, in characters. */
const columnsWidth = 60;

const flagOfTable = (entity: Entity): string => `--table ${recordNameOf(entity)}`;
const searchFlag = (entity: Entity): string => `${flagOfTable(entity)} by name`;

/** The tables that the answers name. */
export function tablesIn(answers: DialogueAnswers): NamedTables {
  const named = entities.flatMap((entity): readonly (readonly [Entity, string | null])[] => {
    const answer = answers.get(flagOfTable(entity));
    const name = answer === otherTable ? answers.get(searchFlag(entity)) : answer;
    if (name === undefined || name === openTable) return [];
    return [[entity, name === noTable ? null : name]];
  });
  return new Map(named);
}

/** The columns of a table, those that the record should have first. */
function columnsOf(table: Table, entity: Entity): string {
  const typical = tableCriteria[entity].columns.flatMap((role) => bestColumn(table, role)?.column.name ?? []);
  const names = [...new Set([...typical, ...table.columns.map(({ name }) => name)])];
  let text = '';
  for (const name of names) {
    const longer = text === '' ? name : `${text}, ${name}`;
    if (longer.length > columnsWidth) return `${text}, ...`;
    text = longer;
  }
  return text;
}

function choicesOf(shown: readonly Table[], entity: Entity): Question['choices'] {
  const width = Math.max(...shown.map(({ name }) => name.length));
  const counts = shown.map(({ rows }) => (rows === undefined ? 'many rows' : rows === 1 ? '1 row' : `${rows} rows`));
  const countWidth = Math.max(...counts.map(({ length }) => length));
  return shown.map((table, place) => ({
    value: table.name,
    label: `${table.name.padEnd(width)}  ${(counts[place] ?? '').padStart(countWidth)}  ${columnsOf(table, entity)}`,
  }));
}

/** Whether the answer would change nothing: the record to which these belong is missing, or names the invoice itself. */
function isNeedless(entity: Entity, foundTables: FoundTables): boolean {
  const owner = owners[entity];
  if (owner !== undefined && !foundTables.has(owner)) return true;
  const [payment, invoice] = [foundTables.get('payment')?.table, foundTables.get('invoice')?.table];
  return entity === 'allocation' && payment !== undefined && keyTo(payment, invoice) !== undefined;
}

/** The tables of a list. An optional record has a key to another one; otherwise nothing can be proposed for it. */
function choosable(entity: Entity, foundTables: FoundTables, tables: readonly Table[]): readonly Table[] {
  const { keys } = tableCriteria[entity];
  const isJoined = (table: Table): boolean =>
    keys.some((other) => keyTo(table, foundTables.get(other)?.table) !== undefined);
  const likely = likelyTables(entity, foundTables, tables);
  return (optional.includes(entity) ? likely.filter(isJoined) : likely).slice(0, mostTables);
}

export interface TablesToAsk {
  readonly tables: readonly Table[];
  /** Tables that flags name. */
  readonly named: NamedTables;
  /** Records whose table the person wants to change. */
  readonly doubted: ReadonlySet<Entity>;
}

/** The next question about a table; undefined if none is left. */
export function nextTableQuestion(
  { tables, named, doubted }: TablesToAsk,
  answers: DialogueAnswers,
): Question | undefined {
  if (tables.length === 0) return undefined;
  const foundTables = findTables({ tables }, new Map([...tablesIn(answers), ...named]));
  for (const entity of entities) {
    const flag = flagOfTable(entity);
    const text = `Which table has the ${titles[entity]}?`;
    const answer = answers.get(flag);
    if (answer === otherTable && !answers.has(searchFlag(entity))) {
      const all = choicesOf(tables, entity);
      return {
        flag: searchFlag(entity),
        text: `${text} Type a part of its name.`,
        form: 'search',
        choices: all,
        byDefault: undefined,
      };
    }
    if (answer !== undefined || named.has(entity)) continue;
    const isDoubted = doubted.has(entity);
    if (!isDoubted && (foundTables.get(entity)?.isSure === true || isNeedless(entity, foundTables))) continue;
    const likely = choosable(entity, foundTables, tables);
    const isOffered = likely.length > 0 && foundTables.has(entity);
    if (!isDoubted && !isOffered && optional.includes(entity)) continue;
    const rest = [
      ...(likely.length < tables.length ? [{ value: otherTable, label: 'Another table: search by its name' }] : []),
      { value: noTable, label: 'None: this ERP does not have them' },
      { value: openTable, label: 'Decide later: leave it open in the profile' },
    ];
    return { flag, text, form: 'list', choices: [...(choicesOf(likely, entity) ?? []), ...rest], byDefault: undefined };
  }
  return undefined;
}

/** What was read of an ERP. */
export interface ErpTables {
  readonly tables: readonly Table[];
  /** Number and kind of the tables. */
  readonly read: string;
  propose(named: NamedTables): Proposals;
}

/** The table of each record, as text; a record without one and without an answer is missing. */
function shownTables({ tables, named }: TablesToAsk, answers: DialogueAnswers): ReadonlyMap<Entity, string> {
  const chosen = new Map([...tablesIn(answers), ...named]);
  const foundTables = findTables({ tables }, chosen);
  return new Map(
    entities.flatMap((entity): readonly (readonly [Entity, string])[] => {
      const match = foundTables.get(entity);
      if (match === undefined) return chosen.get(entity) === null ? [[entity, 'none in this ERP']] : [];
      const how = chosen.has(entity) ? '' : match.isSure ? ' (found)' : ' (to be decided)';
      return [[entity, `${match.table.name}${how}`]];
    }),
  );
}

const lineOf = (entity: Entity, text: string): string => `${recordNameOf(entity).padEnd(14)} ${text}`;

/** The lines of the summary about the ERP: what was read, the table of each record, and what is left to decide. */
export function erpLines(erp: ErpTables, asked: TablesToAsk, answers: DialogueAnswers): readonly string[] {
  const { endpoints } = erp.propose(new Map([...tablesIn(answers), ...asked.named]));
  const complete = endpoints.filter(({ questions }) => questions.size === 0).length;
  const count = endpoints.reduce((sum, { questions }) => sum + questions.size, 0);
  const shown = [...shownTables(asked, answers)].map(([entity, text]) => lineOf(entity, text));
  return [
    ...['', `${erp.read} were read.`, ...shown],
    ...['', `${complete} of ${endpoints.length} endpoints are complete; ${count} questions are left for the profile.`],
  ];
}

/** The choices of the summary that change a table. */
export const tableChanges = (asked: TablesToAsk, answers: DialogueAnswers): NonNullable<Question['choices']> =>
  [...shownTables(asked, answers)].flatMap(([entity, text]) =>
    asked.named.has(entity)
      ? []
      : [{ value: flagOfTable(entity), label: `Change the table of ${lineOf(entity, text)}` }],
  );

/** The record of a question about a table. */
export const entityOf = (flag: string): Entity | undefined => entities.find((entity) => flagOfTable(entity) === flag);

/** Whether an answer is about a table. */
export const isTableFlag = (flag: string): boolean => flag.startsWith('--table ');
