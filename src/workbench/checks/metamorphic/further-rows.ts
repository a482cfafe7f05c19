/** One further row in each table that belongs to a customer or an article: no sum, count or row of an answer is multiplied by it. */

import type { Difference } from '../core/answer-differences.ts';
import {
  type Answers,
  type Question,
  questionsAbout,
  questionText,
  type TakenAnswer,
  takeAnswers,
} from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import { type DataRow, type DataTable, type ErpData, isAccepted } from '../core/erp-data.ts';
import { type Gap, gapText } from '../core/gap.ts';
import { Concluded } from '../core/outcome.ts';
import { articleRows } from './article-rows.ts';
import { type Candidate, candidatesOf } from './candidate.ts';
import { measuresOf } from './clone.ts';
import { freshValues } from './fresh-values.ts';
import { multiplied } from './multiplied.ts';
import { type DifferenceAfterChange, gapOfError, nothingCompared, type Relation } from './relation.ts';
import { plausibleRow } from './row-evidence.ts';
import { type ErpRow, type Rows, readRows } from './rows.ts';
import { type FoundSubjects, findSubjects, productsOf, subjectsAround } from './subjects.ts';
import { OutOfTime } from './time-limit.ts';

/** Customers whose answers are looked at, and products of one whose usage is. */
const mostTried = 6;
const mostProducts = 40;
/** A smaller figure may be what binary sums of a database leave of 0. */
const leastFigure = 0.001;
/** Rows of a table that are copied, one after the other. */
const mostCopied = 3;

interface Asked {
  readonly context: CheckContext;
  readonly data: ErpData;
  readonly rows: Rows;
  readonly questions: readonly Question[];
  readonly before: Answers;
}

const keyOf = ({ question, member }: Difference): string => `${questionText(question)} ${member}`;

/** Inserts the row, takes the answers, and removes it. */
async function multipliedBy(
  { context, data, questions, before }: Asked,
  { table, row }: ErpRow,
  changed: DataRow,
): Promise<readonly Difference[]> {
  return data.undone(async () => {
    await data.copy(table, row, changed);
    return multiplied(before, await takeAnswers(context, questions));
  });
}

const isKey = ({ key, uniqueKeys, references }: DataTable, column: string): boolean =>
  [key, ...uniqueKeys, ...references.map(({ columns }) => columns)].some((columns) => columns.includes(column));

/** Amounts and quantities of the copy that are 0, and those that the database does not allow to be 0. */
async function zeroAmounts(
  { data, rows }: Asked,
  { table, row }: ErpRow,
  changed: DataRow,
): Promise<{ readonly zero: DataRow; readonly left: readonly string[] } | undefined> {
  const names = measuresOf(rows, table).map(({ name }) => name);
  for (const left of [[], ...names.map((name) => [name])]) {
    const zero = Object.fromEntries(names.filter((name) => !left.includes(name)).map((name) => [name, '0']));
    if (await data.undone(() => isAccepted(data.copy(table, row, { ...changed, ...zero })))) return { zero, left };
  }
  return undefined;
}

/**
 * A sum over the table changes with the row's amounts, and not where they are 0. A sum that the row multiplies changes in both cases. Where an
 * amount cannot be 0, or a whole number may be a quantity, the change must not depend on it.
 */
async function findingsOf(asked: Asked, record: ErpRow, changed: DataRow): Promise<readonly DifferenceAfterChange[]> {
  const { table, row } = record;
  const exact = new Set((await multipliedBy(asked, record, changed)).map(keyOf));
  if (exact.size === 0) return [];
  const amounts = await zeroAmounts(asked, record, changed);
  if (amounts === undefined) return [];
  const differing = (await multipliedBy(asked, record, { ...changed, ...amounts.zero })).filter((one) =>
    exact.has(keyOf(one)),
  );
  if (differing.length === 0) return [];
  const counts = table.columns.flatMap(({ name, type }) =>
    type === 'integer' && !isKey(table, name) && Number(row[name]) !== 0 ? [name] : [],
  );
  const doubled = Object.fromEntries([...amounts.left, ...counts].map((name) => [name, String(Number(row[name]) * 2)]));
  const isSame = Object.keys(doubled).length === 0;
  const again = isSame ? differing : await multipliedBy(asked, record, { ...doubled, ...changed, ...amounts.zero });
  const same = new Map(again.map((one) => [keyOf(one), one.after]));
  const key = table.key.map((name) => `${name} ${row[name]}`).join(', ');
  const change = `one row was added to ${table.name}, a copy of ${key} with amounts of 0: a join of ${table.name} repeats what is counted`;
  return differing.filter((one) => same.get(keyOf(one)) === one.after).map((difference) => ({ difference, change }));
}

/** Of each table the row with the most amounts. */
function recordsOf(rows: Rows, family: readonly ErpRow[]): readonly ErpRow[] {
  return [...Map.groupBy(family, ({ table }) => table.name).values()].flatMap((tableRecords) => {
    const filled = ({ table, row }: ErpRow): number =>
      measuresOf(rows, table).filter(({ name }) => Number(row[name]) !== 0).length;
    return tableRecords.toSorted((one, other) => filled(other) - filled(one)).slice(0, mostCopied);
  });
}

const isOf = (customer: string, { path, body }: Question): boolean =>
  path !== '/pricing/resolve' && (body.customerErpId ?? body.customerId ?? customer) === customer;

const hasFigure = ({ answer }: TakenAnswer): boolean =>
  [answer.creditUsed, answer.units, answer.closingBalance].some(
    (value) => typeof value === 'number' && Math.abs(value) >= leastFigure,
  );

/** Of the first customers the one with most figures that a join could multiply: credit used, a balance, usage. */
async function fullestOf(
  context: CheckContext,
  rows: Rows,
  foundSubjects: FoundSubjects,
  candidates: readonly Candidate[],
) {
  let best: { readonly candidate: Candidate; readonly before: Answers; readonly figures: number } | undefined;
  for (const candidate of candidates.slice(0, mostTried)) {
    const { subject: customer, family } = candidate;
    const subjects = subjectsAround(
      foundSubjects,
      [customer],
      productsOf(rows, foundSubjects, family.records),
      mostProducts,
    );
    const questions = questionsAbout(context, subjects).filter((one) => isOf(customer.erpId, one));
    const before = await takeAnswers(context, questions);
    const figures = new Set([...before.values()].filter(hasFigure).map(({ path }) => path)).size;
    if (best === undefined || figures > best.figures) best = { candidate, before, figures };
  }
  return best;
}

/**
 * Copies up to three rows of each table that belongs to one customer, first with their amounts, then with amounts of 0. A finding is a number
 * of an answer that changes in both cases: a join multiplies it. Of tables that belong to articles with usage, only the usage is compared. Prices are not compared. If the changes reach the limit of steps or time, the
 * result has a gap. Rejects with `Concluded` where a request gets no answer.
 */
export async function furtherRows(context: CheckContext, data: ErpData): Promise<Relation> {
  const rows = await readRows(data);
  const foundSubjects = await findSubjects(context, rows);
  const candidates =
    foundSubjects.customerPlace === undefined ? [] : candidatesOf(rows, foundSubjects, foundSubjects.customerPlace);
  const fullest = await fullestOf(context, rows, foundSubjects, candidates);
  if (fullest === undefined)
    return nothingCompared({
      kind: 'missing datum',
      datum: { needs: 'a customer with rows that belong to it', path: '/catalog/customers/search' },
      seen: '',
    });
  const { candidate, before } = fullest;
  const { family } = candidate;
  const asked: Asked = { context, data, rows, questions: [...before.values()], before };
  const fresh = freshValues(rows);
  const findings: DifferenceAfterChange[] = [];
  const refused: string[] = [];
  let tried = 0;
  let late: Gap | undefined;
  const ofCustomer = recordsOf(
    rows,
    family.records.filter((one) => one !== family.root),
  ).map((record) => ({ record, plausible: plausibleRow(rows, record), asked }));
  const ofArticles = articleRows(rows, foundSubjects, before).map((one) => {
    const usage: Asked = { ...asked, questions: [...one.before.values()], before: one.before };
    return { ...one, asked: usage };
  });
  for (const { record, plausible, asked: compared } of [...ofCustomer, ...ofArticles]) {
    if (plausible === undefined) continue;
    const { table, row } = record;
    const changed = { ...plausible, ...fresh.forKeys(table, row, plausible), ...fresh.numbersOf(table, row) };
    try {
      findings.push(...(await findingsOf(compared, record, changed)));
      // Rows of articles show nothing but usage.
      if (compared === asked) tried += 1;
    } catch (error) {
      if (error instanceof Concluded) throw error;
      if (error instanceof OutOfTime) {
        late = gapOfError(error);
        break;
      }
      refused.push(`${table.name}: ${gapText(gapOfError(error))}`);
    }
  }
  const needs = 'a customer with two rows of the same codes in a table that refers to customers';
  const lack: Gap = {
    kind: 'missing datum',
    datum: { needs, path: '/catalog/customers/addresses' },
    seen: refused.join('; '),
  };
  const gaps = late !== undefined ? [late] : tried > 0 ? [] : [lack];
  return { findings, compared: new Set(asked.questions.map(({ path }) => path)), gaps };
}
