/** Price rows that become those of another customer, price list, currency or branch: they decide no price any more. */
import { isDeepStrictEqual } from 'node:util';
import { contract } from '../../../contract/index.ts';
import type { Difference } from '../core/answer-differences.ts';
import { type Answers, questionsAbout, questionText, type TakenAnswer, takeAnswers } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import type { Product } from '../core/discovered-data.ts';
import { type DataRow, type ErpData, isNone } from '../core/erp-data.ts';
import { Concluded } from '../core/outcome.ts';
import { spread } from '../core/sample.ts';
import { largerAmounts, smallerAmounts } from './clone.ts';
import { freshValues } from './fresh-values.ts';
import type { Place } from './places.ts';
import { rowAt } from './places.ts';
import { isFor } from './price-customers.ts';
import { type DifferenceAfterChange, gapOfError, nothingCompared, type Relation } from './relation.ts';
import { foreignValues, keysFor } from './row-keys.ts';
import { type ErpRow, type Rows, readRows } from './rows.ts';
import { type FoundSubjects, findSubjects, shownCustomer, shownProduct } from './subjects.ts';
import { OutOfTime } from './time-limit.ts';
import { unsoldValues } from './unused-flags.ts';

/** Rows of a table that are changed together. Of each kind, rows that are looked at one by one, and that are judged. */
const mostTogether = 200;
const mostRows = 12;
const mostDeciding = 2;
/** Customers whose prices are asked. */
const mostCustomers = 6;

/** The ERP with its rows, and those of its customers and products. */
export interface AskedErp {
  readonly context: CheckContext;
  readonly data: ErpData;
  readonly rows: Rows;
  readonly foundSubjects: FoundSubjects;
}

/** A price row, and the prices that it decides: those that change with its amounts. */
interface Deciding {
  readonly record: ErpRow;
  readonly product: ErpRow;
  /** The customers whose price the row decides, by their ids. */
  readonly customers: ReadonlyMap<string, ErpRow>;
  readonly before: Answers;
  /** The amounts of the row that the prices follow, halved: an ERP that takes the lowest price would not show a higher one. */
  readonly halves: DataRow;
}

/** The database may refuse a change; the limit of steps or time ends the run of changes. */
const rethrowOutOfTime = (error: unknown): void => {
  if (error instanceof OutOfTime) throw error;
};

const priceIn = ({ status, answer }: TakenAnswer): unknown => (status === 200 ? answer.systemUnitPrice : undefined);

function changedPrices(before: Answers, after: Answers): readonly Difference[] {
  return [...before.values()].flatMap((one): readonly Difference[] => {
    const now = after.get(questionText(one));
    const [old, other] = [priceIn(one), now && priceIn(now)];
    const question = { path: one.path, body: one.body };
    // A price where there was none may be that of a default price list.
    return typeof old !== 'number' || isDeepStrictEqual(old, other)
      ? []
      : [{ question, member: 'systemUnitPrice', before: old, after: other }];
  });
}

/** The customers that the row is for, or some from all over the data. */
function customersOf({ rows, foundSubjects }: AskedErp, record: ErpRow, place: Place): ReadonlyMap<string, ErpRow> {
  const referred = new Set(rows.referredToBy(record));
  const all = foundSubjects.customers.flatMap((customer): readonly (readonly [string, ErpRow])[] => {
    const row = rowAt(rows, place, shownCustomer(customer));
    return row === undefined ? [] : [[customer.erpId, row]];
  });
  const named = all.filter(([, row]) => referred.has(row));
  if (named.length > 0) return new Map(named);
  const ofGroup = all.filter(([, row]) => isFor(rows, record, row));
  return new Map(spread(ofGroup.length > 0 ? ofGroup : all, mostCustomers));
}

/** The prices that follow an amount of the row; undefined where there are none. */
async function decidedBy(
  asked: AskedErp,
  record: ErpRow,
  product: readonly [Product, ErpRow],
  place: Place,
): Promise<Deciding | undefined> {
  const { context, data } = asked;
  const customers = customersOf(asked, record, place);
  const [{ erpProductId }, row] = product;
  const prices = [...customers.keys()].map((erpId) => [erpId, erpProductId] as const);
  const questions = questionsAbout(context, { customers: [], products: [], usages: [], prices }).filter(
    ({ path }) => path === '/pricing/resolve',
  );
  const before = await takeAnswers(context, questions);
  const halved = smallerAmounts(asked.rows, record, 0.5);
  const halves: { [name: string]: string | null } = {};
  const decided = new Map<string, Difference>();
  for (const [name, value] of Object.entries(largerAmounts(asked.rows, record))) {
    if (value === null) continue;
    const changed = await data.undone(async () => {
      await data.update(record.table, record.row, { [name]: value });
      return changedPrices(before, await takeAnswers(context, questions));
    });
    if (changed.length === 0) continue;
    halves[name] = halved[name] ?? null;
    for (const one of changed) decided.set(questionText(one.question), one);
  }
  if (decided.size === 0) return undefined;
  const ids = new Set([...decided.values()].map(({ question }) => String(question.body.customerErpId)));
  const ofCustomers = new Map([...customers].filter(([erpId]) => ids.has(erpId)));
  return {
    ...{ record, product: row, customers: ofCustomers, halves },
    before: new Map([...before].filter(([text]) => decided.has(text))),
  };
}

/**
 * Makes the row one of another customer, price list, currency or branch, and copies it as one. The prices are those without the row, and with it: of
 * rows that fit equally well, an answer may take any.
 */
async function judge({ context, data, rows }: AskedErp, deciding: Deciding): Promise<readonly DifferenceAfterChange[]> {
  const { record, product, customers, before, halves } = deciding;
  const { table, row } = record;
  const fresh = freshValues(rows);
  /** The changes after a change; none where the database refuses it, because it has such a row. */
  const changes = (since: Answers, change: () => Promise<unknown>): Promise<readonly Difference[]> =>
    data.undone(async () => {
      try {
        await change();
      } catch (error) {
        if (error instanceof OutOfTime) throw error;
        return [];
      }
      return changedPrices(since, await takeAnswers(context, [...since.values()]));
    });
  const without = await data.undone(async () => {
    await data.remove(table, row);
    return takeAnswers(context, [...before.values()]);
  });
  // A price list in one currency may hold for customers in another one, converted: their price is then another amount than that of the row.
  const unconverted = await data.undone(async () => {
    await data.update(table, row, halves).catch(rethrowOutOfTime);
    return takeAnswers(context, [...before.values()]);
  });
  const isConverted = (value: string, { question, after }: Difference): boolean => {
    const same = unconverted.get(questionText(question));
    return contract.currencies.has(value) && after !== undefined && same !== undefined && priceIn(same) !== after;
  };
  const findings: DifferenceAfterChange[] = [];
  for (const column of keysFor(rows, record, product, [...customers.values()])) {
    for (const [value, ids] of foreignTo(rows, deciding, column)) {
      const isAsked = ({ body }: TakenAnswer): boolean => ids.has(String(body.customerErpId));
      const about = (all: Answers): Answers => new Map([...all].filter(([, one]) => isAsked(one)));
      const changed = { ...halves, [column]: value };
      const copy = { ...fresh.numbersOf(table, row), ...changed };
      const how = `${column} ${value} in place of ${row[column] || 'none'} and another price`;
      const isolated = await changes(about(without), () => data.update(table, row, changed));
      const beside = await changes(about(before), () =>
        data.copy(table, row, { ...fresh.forKeys(table, row, copy), ...copy }),
      );
      const texts = [
        [isolated, `a removed row of ${table.name} was added again with ${how}`],
        [beside, `a row of ${table.name} was copied with ${how}`],
      ] as const;
      findings.push(
        ...texts.flatMap(([all, change]) =>
          all.filter((one) => !isConverted(value, one)).map((difference) => ({ difference, change })),
        ),
      );
    }
  }
  // A row that is no longer used decides no price. Whether a price list still counts that is no longer used, the ERP decides.
  for (const [column, value] of unsoldValues(rows, table)) {
    if (row[column] === value) continue;
    let isUpdated = false;
    const changed = await changes(before, async () => {
      await data.update(table, row, { [column]: value });
      isUpdated = true;
    });
    const isChanged = (text: string): boolean => changed.some(({ question }) => questionText(question) === text);
    const kept = changedPrices(before, without).filter(
      ({ question }) => isUpdated && !isChanged(questionText(question)),
    );
    const change = `a row of ${table.name} was removed, and not after its ${column} was set to ${value}`;
    findings.push(...kept.map((difference) => ({ difference, change })));
  }
  return findings;
}

/** Values of a column that are not those of customers, with the ids of these customers: one may have the price group that is another's. */
function foreignTo(
  rows: Rows,
  { record, product, customers }: Deciding,
  column: string,
): ReadonlyMap<string, ReadonlySet<string>> {
  const idsByValue = new Map<string, Set<string>>();
  for (const [erpId, customer] of customers)
    for (const value of foreignValues(rows, record, column, [product, customer])) {
      const ids = idsByValue.get(value) ?? new Set();
      idsByValue.set(value, ids.add(erpId));
    }
  return idsByValue;
}

/** The rows of each kind, by the tables that they refer to: prices of customers, of groups, and of all. */
function kindsOf(priced: readonly Priced[]): readonly (readonly Priced[])[] {
  const kindOf = ([{ table, row }]: Priced): string =>
    JSON.stringify(table.references.map(({ columns }) => columns.some((name) => isNone(row[name]))));
  return [...Map.groupBy(priced, kindOf).values()];
}

type Priced = readonly [record: ErpRow, product: readonly [Product, ErpRow]];

/** Whether a price follows the amounts of the rows, all changed together: most tables that refer to products have no prices. */
async function decideAny(asked: AskedErp, priced: readonly Priced[], place: Place): Promise<boolean> {
  const { context, data, rows } = asked;
  const changes = priced.map(([record]) => [record, largerAmounts(rows, record)] as const);
  if (changes.every(([, larger]) => Object.keys(larger).length === 0)) return false;
  const prices = priced.flatMap(([record, [{ erpProductId }]]) =>
    [...customersOf(asked, record, place).keys()].map((erpId) => [erpId, erpProductId] as const),
  );
  const questions = questionsAbout(context, { customers: [], products: [], usages: [], prices });
  const priceQuestions = questions.filter(({ path }) => path === '/pricing/resolve');
  const before = await takeAnswers(context, priceQuestions);
  const changed = await data.undone(async () => {
    for (const [{ table, row }, larger] of changes) {
      if (Object.keys(larger).length === 0) continue;
      // A check of the database may not allow the larger amounts of a row.
      await data.update(table, row, larger).catch(rethrowOutOfTime);
    }
    return changedPrices(before, await takeAnswers(context, priceQuestions));
  });
  return changed.length > 0;
}

/**
 * Makes a row that decides a price one of another customer, price list, currency or branch, adds a copy that is one, and marks the row as
 * unused. A finding is a price to which the row still applies. If the changes reach the limit of steps or time, the result has a gap. Rejects
 * with `Concluded` where a request gets no answer.
 */
export async function otherPrices(context: CheckContext, data: ErpData): Promise<Relation> {
  const rows = await readRows(data);
  const foundSubjects = await findSubjects(context, rows);
  const { customerPlace, productPlace } = foundSubjects;
  if (customerPlace === undefined || productPlace === undefined)
    return nothingCompared({
      kind: 'not possible here',
      reason: 'no column of a table has the ids of the customers, or of the products',
    });
  const products = new Map(
    foundSubjects.products.flatMap((product): readonly (readonly [ErpRow, Product])[] => {
      const row = rowAt(rows, productPlace, shownProduct(product));
      return row === undefined ? [] : [[row, product]];
    }),
  );
  const asked = { context, data, rows, foundSubjects };
  const findings: DifferenceAfterChange[] = [];
  let decided = 0;
  for (const table of rows.tables) {
    const priced = rows.inTable(table).flatMap((record): readonly Priced[] => {
      const row = rows.referredToBy(record).find((one) => products.has(one));
      const product = row && products.get(row);
      return row === undefined || product === undefined ? [] : [[record, [product, row]]];
    });
    try {
      if (!(await decideAny(asked, spread(priced, mostTogether), customerPlace))) continue;
      for (const kind of kindsOf(priced)) {
        let inKind = 0;
        for (const [record, product] of spread(kind, mostRows)) {
          const deciding = inKind < mostDeciding ? await decidedBy(asked, record, product, customerPlace) : undefined;
          if (deciding === undefined) continue;
          findings.push(...(await judge(asked, deciding)));
          inKind += 1;
          decided += 1;
        }
      }
    } catch (error) {
      if (error instanceof Concluded) throw error;
      if (error instanceof OutOfTime)
        return { findings, compared: new Set(['/pricing/resolve']), gaps: [gapOfError(error)] };
    }
  }
  if (decided === 0)
    return nothingCompared({
      kind: 'missing datum',
      datum: { needs: 'a row that refers to a product and decides its price', path: '/pricing/resolve' },
      seen: '',
    });
  return { findings, compared: new Set(['/pricing/resolve']), gaps: [] };
}
