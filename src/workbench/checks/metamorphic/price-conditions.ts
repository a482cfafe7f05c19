/** Each condition of a rule that decides a price counts: with another value in it, the rule decides that price no more. */
import { isDeepStrictEqual } from 'node:util';
import { add } from '../../../../engine/tools/index.ts';
import { questionsAbout, takeAnswers } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import { type DataColumn, type DataRow, type ErpData, isAccepted, isNone } from '../core/erp-data.ts';
import { spread } from '../core/sample.ts';
import { numberOf } from '../core/written-rows.ts';
import { measuresOf } from './clone.ts';
import { type Place, rowAt, type Shown } from './places.ts';
import type { DifferenceAfterChange, Relation } from './relation.ts';
import { type ErpRow, type Rows, readRows } from './rows.ts';
import { findSubjects, shownCustomer, shownProduct } from './subjects.ts';
import { unsoldValues } from './unused-flags.ts';

const path = '/pricing/resolve';
const priceName = /pric|preis|prix|precio|prijs|disc|rabat|remise|tarif|condition/i;
const mostRules = 24;
const mostCustomers = 3;
const mostProducts = 4;
/** A number that no row has. */
const unknown = 900_001;

/** The columns of a condition with what it compares: numbers of other rows. */
const comparedColumns = ({ table, row }: ErpRow): readonly DataColumn[] => {
  const fixed = new Set([table.key, ...table.references.map(({ columns }) => columns)].flat());
  return table.columns.filter(({ name, type }) => type === 'integer' && !fixed.has(name) && !isNone(row[name]));
};

/** The conditions of a rule: rows that refer to it alone. */
const conditionsOf = (rows: Rows, rule: ErpRow): readonly ErpRow[] =>
  rows.referringTo(rule).filter((one) => priceName.test(one.table.name) && rows.referredToBy(one).length === 1);

/** The texts of a condition: its kind, and its operator. */
const kindOf = ({ table, row }: ErpRow): string =>
  JSON.stringify([table.name, ...table.columns.flatMap(({ name, type }) => (type === 'text' ? [row[name]] : []))]);

/** The ids of records in whose rows a condition may find its value, or of some others. */
function idsFor(rows: Rows, place: Place, shown: readonly Shown[], values: ReadonlySet<string>, most: number) {
  const named = shown.filter((one) => {
    const record = rowAt(rows, place, one);
    const references = new Set(record?.table.references.flatMap(({ columns }) => columns));
    return Object.entries(record?.row ?? {}).some(
      ([name, value]) => values.has(value ?? '') && (references.has(name) || record?.table.key.includes(name)),
    );
  });
  return spread(named.length > 0 ? named : shown, most).map(({ id }) => id);
}

/** A rule with conditions, and prices that it may decide. */
interface Rule {
  readonly record: ErpRow;
  readonly conditions: readonly ErpRow[];
  readonly pairs: readonly (readonly [customerErpId: string, productErpId: string])[];
}

/** Other values for what a condition compares: that of another condition of its kind, or one that no row has. */
const otherValue = (rows: Rows, condition: ErpRow, column: string): string =>
  rows
    .inTable(condition.table)
    .filter((one) => kindOf(one) === kindOf(condition) && !isNone(one.row[column]))
    .map(({ row }) => row[column] ?? '')
    .find((value) => value !== condition.row[column]) ?? String(unknown);

/** Changes that must end a rule: a row, a column, and its new value. A second condition of the same kind may be an alternative. */
function endingChanges(rows: Rows, { record, conditions }: Rule) {
  const alone = conditions.filter((one) => conditions.filter((other) => kindOf(other) === kindOf(one)).length === 1);
  const values = alone.flatMap((one) =>
    comparedColumns(one).map(({ name }) => [one, name, otherValue(rows, one, name)] as const),
  );
  const marks = unsoldValues(rows, record.table)
    .filter(([column, value]) => record.row[column] !== value)
    .map(([column, value]) => [record, column, value] as const);
  return [...values, ...marks];
}

function rulesIn(
  rows: Rows,
  shown: readonly Shown[],
  customerPlace: Place,
  products: readonly Shown[],
  productPlace: Place,
): readonly Rule[] {
  const tables = rows.tables.filter((table) => priceName.test(table.name) && measuresOf(rows, table).length > 0);
  return tables
    .flatMap((table) => spread(rows.inTable(table), mostRules))
    .flatMap((record): readonly Rule[] => {
      const conditions = conditionsOf(rows, record);
      const values = new Set(conditions.flatMap((one) => comparedColumns(one).map(({ name }) => one.row[name] ?? '')));
      if (values.size === 0) return [];
      const customers = idsFor(rows, customerPlace, shown, values, mostCustomers);
      const ids = idsFor(rows, productPlace, products, values, mostProducts);
      return [{ record, conditions, pairs: customers.flatMap((one) => ids.map((other) => [one, other] as const)) }];
    });
}

/**
 * Gives each condition of a rule that decides a price a value that does not apply, or marks the rule as unused. A finding is a price that
 * stays the same. Rejects with `Concluded` where a request gets no answer, and with `OutOfTime` at the limit of steps or time.
 */
export async function priceConditions(context: CheckContext, data: ErpData): Promise<Relation> {
  const rows = await readRows(data);
  const { customers, products, customerPlace, productPlace } = await findSubjects(context, rows);
  if (customerPlace === undefined || productPlace === undefined) return { findings: [], compared: new Set(), gaps: [] };
  const rules = rulesIn(rows, customers.map(shownCustomer), customerPlace, products.map(shownProduct), productPlace);
  const findings: DifferenceAfterChange[] = [];
  let decided = 0;
  for (const rule of rules) {
    const { record, pairs } = rule;
    const questions = questionsAbout(context, { customers: [], products: [], usages: [], prices: pairs }).filter(
      (one) => one.path === path,
    );
    const before = await takeAnswers(context, questions);
    /** The prices that a change gives; those of before where the ERP refuses it. */
    const pricesWith = (one: ErpRow, changed: DataRow) =>
      data.undone(async () =>
        (await isAccepted(data.update(one.table, one.row, changed))) ? takeAnswers(context, questions) : before,
      );
    const amounts = measuresOf(rows, record.table).flatMap(({ name }): readonly (readonly [string, string])[] => {
      const amount = isNone(record.row[name]) ? undefined : numberOf(record.row[name]);
      return amount === undefined ? [] : [[name, String(add(amount, 1))]];
    });
    const raised = await pricesWith(record, Object.fromEntries(amounts));
    const deciding = [...before].filter(([text, one]) => !isDeepStrictEqual(one.answer, raised.get(text)?.answer));
    const [first] = deciding;
    if (first === undefined) continue;
    decided += 1;
    for (const [one, column, value] of endingChanges(rows, rule)) {
      const after = (await pricesWith(one, { [column]: value })).get(first[0]);
      if (after === undefined || !isDeepStrictEqual(first[1].answer, after.answer)) continue;
      const question = { path: first[1].path, body: first[1].body };
      const price = first[1].answer.systemUnitPrice;
      const change = `${one.table.name}.${column} was set to ${value} (it is ${one.row[column]}), and must have changed: a row of ${record.table.name} decides this price`;
      findings.push({ difference: { question, member: 'systemUnitPrice', before: price, after: price }, change });
    }
  }
  return { findings, compared: new Set(decided === 0 ? [] : [path]), gaps: [] };
}
