/** Copies and removes a customer with all of its rows, and compares the answers about all others. */
import { isDeepStrictEqual } from 'node:util';
import type { Path } from '../../../contract/types.ts';
import { type Difference, differences, type Tolerance } from '../core/answer-differences.ts';
import { type Answers, type Question, questionsAbout, questionText, rowsAt, takeAnswers } from '../core/answers.ts';
import type { CheckContext } from '../core/context.ts';
import type { Customer } from '../core/discovered-data.ts';
import type { DataRow, ErpData } from '../core/erp-data.ts';
import type { Gap } from '../core/gap.ts';
import { Concluded } from '../core/outcome.ts';
import { isRecord, type Json } from '../validation/record.ts';
import { type Candidate, candidatesOf, furtherCandidates, mostRows } from './candidate.ts';
import { type Clone, cloneFamily, removeFamily } from './clone.ts';
import { type Family, familyText, unknownReference } from './dependents.ts';
import type { Place } from './places.ts';
import { type Finding, gapOfError, nothingCompared, type Relation } from './relation.ts';
import { type Rows, readRows } from './rows.ts';
import { findSubjects, productsOf, subjectsAround } from './subjects.ts';
import { OutOfTime } from './time-limit.ts';

const customerIn = ({ body }: Question): unknown => body.customerErpId ?? body.customerId;
const owner = (row: Json): unknown => row.customerErpId ?? row.erpDebtorId ?? row.erpId;

/** What may differ while a customer is there or not: its own answers and rows, and further rows in lists of all customers. */
function tolerating(ids: ReadonlySet<unknown>, invoices: ReadonlySet<unknown>): Tolerance {
  return {
    isIgnored: (question) => ids.has(customerIn(question)),
    mayGain: (question) => customerIn(question) === undefined,
    mayChange: (_question, row) => ids.has(owner(row)) || invoices.has(row.erpInvoiceId),
  };
}

/** The ids of the invoices of a customer, for payments, which name no customer. */
function invoicesOf(answers: Answers, customer: string): ReadonlySet<unknown> {
  const list = [...answers.values()].filter(({ path }) => path === '/invoices/list');
  const rows = list.flatMap(({ answer }) => (Array.isArray(answer.invoices) ? answer.invoices.filter(isRecord) : []));
  return new Set(rows.flatMap((row) => (row.erpDebtorId === customer ? [row.erpInvoiceId] : [])));
}

const idFields = new Set(Object.values(rowsAt).map(([, id]) => id));
const numberFields = new Set([
  'invoiceNumber',
  'soNumber',
  'poNumber',
  'reference',
  'customerErpId',
  'erpDebtorId',
  'erpSku',
]);

const isInWord = (character: string | undefined): boolean => /[\p{L}\d]/u.test(character ?? '');

/** A text with another number. A part of a longer one is kept: 95 in 20095. */
const replaced = (text: string, now: string, old: string): string =>
  text.replaceAll(now, (found, at: number) =>
    isInWord(text[at - 1]) || isInWord(text[at + found.length]) ? found : old,
  );

/** An answer without ids and numbers, its rows in an order that does not depend on them. */
function plain(value: unknown, originals: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) {
    const rows = value.map((one) => plain(one, originals));
    return rows.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));
  }
  if (typeof value === 'string') return [...originals].reduce((text, [now, old]) => replaced(text, now, old), value);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).filter(([name]) => !idFields.has(name) && !numberFields.has(name));
  // Running balances depend on the order of entries of one day, which is that of their ids.
  return Object.fromEntries(
    members.filter(([name]) => name !== 'balance').map(([name, one]) => [name, plain(one, originals)]),
  );
}

interface Asked {
  readonly context: CheckContext;
  readonly data: ErpData;
  readonly rows: Rows;
  readonly customer: Customer;
  readonly family: Family;
  readonly place: Place;
  readonly questions: readonly Question[];
  readonly before: Answers;
}

const text = ({ customer, family }: Asked): string => `customer ${customer.erpId} (${familyText(family)})`;
const findings = (differing: readonly Difference[], change: string): readonly Finding[] =>
  differing.map((difference) => ({ difference, change }));

async function withoutCustomer(asked: Asked): Promise<readonly Finding[]> {
  const { context, data, family, questions, before, customer } = asked;
  const after = await data.undone(async () => {
    await removeFamily(data, family);
    return takeAnswers(context, questions);
  });
  const tolerance = tolerating(new Set([customer.erpId]), invoicesOf(before, customer.erpId));
  return findings(differences(before, after, tolerance), `the rows of ${text(asked)} were removed`);
}

/** The id of the copy in the service. */
function idOfCopy({ customer, family, place }: Asked, { made }: Clone): string {
  const [old, now] = [family.root.row, made.get(family.root) ?? {}].map((row: DataRow) => row[place.column] ?? '');
  return customer.erpId === old ? (now ?? '') : customer.erpId.replace(old ?? '', () => now ?? '');
}

/** Rejects where the copy has ids of its original: then an id is in a column that is not known to be one, and the copy proves nothing. */
async function demandOwnIds({ context, questions, before, customer }: Asked, id: string): Promise<void> {
  if (id === customer.erpId) throw new Error(`a copy of customer ${id} has the id of its original`);
  const lists = questions.filter(
    ({ path, body }) => rowsAt[path] !== undefined && body.customerErpId === customer.erpId,
  );
  const copies = lists.map(({ path, body }): Question => ({ path, body: { ...body, customerErpId: id } }));
  const answers = await takeAnswers(context, copies);
  for (const [place, question] of lists.entries()) {
    const [list = '', idField = ''] = rowsAt[question.path] ?? [];
    const idsIn = (answer: Json | undefined): readonly unknown[] => {
      const rows = answer?.[list];
      return Array.isArray(rows) ? rows.filter(isRecord).map((row) => row[idField]) : [];
    };
    const known = new Set(idsIn(before.get(questionText(question))?.answer));
    const copy = copies[place];
    const shared = idsIn(copy && answers.get(questionText(copy))?.answer).find((one) => known.has(one));
    if (shared !== undefined)
      throw new Error(
        `a copy of customer ${customer.erpId} has ${idField} ${String(shared)} of its original in ${question.path}`,
      );
  }
}

/** The ids of all records in the answers. */
export function idsIn(answers: Answers): ReadonlySet<string> {
  const ids = [...answers.values()].flatMap(({ path, answer }) => {
    const [list = '', id = ''] = rowsAt[path] ?? [];
    const rows = answer[list];
    return Array.isArray(rows) ? rows.filter(isRecord).map((row) => String(row[id])) : [];
  });
  return new Set(ids);
}

async function withCopy(asked: Asked, amounts: 'same' | 'larger'): Promise<readonly Finding[]> {
  const { context, data, rows, family, questions, before } = asked;
  return data.undone(async () => {
    const clone = await cloneFamily(data, rows, family, { amounts, ids: idsIn(before) });
    const id = idOfCopy(asked, clone);
    const how = amounts === 'same' ? 'copied' : 'copied with amounts times 3';
    const change = `the rows of ${text(asked)} were ${how}, as another customer ${id}`;
    await demandOwnIds(asked, id);
    const after = await takeAnswers(context, questions);
    const others = differences(before, after, { mayGain: (question) => customerIn(question) === undefined });
    const own = amounts === 'same' ? await ownDifferences(asked, clone, id) : [];
    return [...findings(others, change), ...findings(own, `${change}, whose answers must be those of the original`)];
  });
}

const withLargerCopy = (asked: Asked): Promise<readonly Finding[]> => withCopy(asked, 'larger');
const withEqualCopy = (asked: Asked): Promise<readonly Finding[]> => withCopy(asked, 'same');

/** The answers about the copy, compared with those about the original. Nothing, with a note, where rows may be missing in the copy, or the service does not find it. */
async function ownDifferences(asked: Asked, clone: Clone, id: string): Promise<readonly Difference[]> {
  const { context, rows, questions, before, customer, family } = asked;
  const notCompared = (reason: string): readonly [] => {
    context.note(
      `The answers about a copy of customer ${customer.erpId} were not compared with those about the original: ${reason}.`,
    );
    return [];
  };
  const [shared] = family.shared;
  if (shared !== undefined) return notCompared(`a row of ${shared.table.name} belongs to another customer, too`);
  const unknown = unknownReference(rows, family);
  if (unknown !== undefined) return notCompared(`${unknown} may refer to its rows, and no foreign key says so`);
  const own = questions.filter((question) => customerIn(question) === customer.erpId);
  const copies = own.map(
    ({ path, body }): Question => ({
      path,
      body: { ...body, ...('customerId' in body ? { customerId: id } : { customerErpId: id }) },
    }),
  );
  const after = await takeAnswers(context, copies);
  const credit = [...after.values()].find(({ path }) => path === '/credit/customer');
  if (credit?.status === 422) return notCompared('the service does not find the copy');
  return copies.flatMap((question, place): readonly Difference[] => {
    const [old, now] = [before.get(questionText(own[place] ?? question)), after.get(questionText(question))];
    if (old?.status !== 200 || now === undefined) return [];
    if (now.status !== 200) return [{ question, member: 'status', before: old.status, after: now.status }];
    const [one, other] = [plain(old.answer, clone.originals), plain(now.answer, clone.originals)];
    return isDeepStrictEqual(one, other)
      ? []
      : [{ question, member: 'the answer without ids and numbers', before: one, after: other }];
  });
}

/** Further customers that are removed. */
const mostRemoved = 3;

/** Removes a customer, and copies it with larger and with equal amounts; removes further ones. */
export async function neighbours(context: CheckContext, data: ErpData): Promise<Relation> {
  const rows = await readRows(data);
  const found = await findSubjects(context, rows);
  const { customerPlace: place } = found;
  if (place === undefined)
    return nothingCompared({
      ...{
        kind: 'not possible here',
        reason: 'no column of a table has the ids of the customers that the search finds',
      },
    });
  const candidates = candidatesOf(rows, found, place);
  const [candidate] = candidates;
  if (candidate === undefined)
    return nothingCompared({
      kind: 'missing datum',
      datum: { needs: `a customer to whom at most ${mostRows} rows belong`, path: '/catalog/customers/search' },
      seen: 'each customer that was looked at has more',
    });
  const compared = new Set<Path>();
  const about = async (one: Candidate): Promise<Asked> => {
    const special = productsOf(rows, found, one.family.records);
    const questions = questionsAbout(context, subjectsAround(found, [one.customer], special));
    for (const { path } of questions) compared.add(path);
    return { context, data, rows, ...one, place, questions, before: await takeAnswers(context, questions) };
  };
  const findings: Finding[] = [];
  const gaps: Gap[] = [];
  const further = furtherCandidates(rows, candidates, mostRemoved);
  const changes = [
    ...[withoutCustomer, withLargerCopy, withEqualCopy].map((change) => [candidate, change] as const),
    ...further.map((one) => [one, withoutCustomer] as const),
  ];
  let asked: Asked | undefined;
  for (const [one, change] of changes) {
    try {
      asked = asked?.customer === one.customer ? asked : await about(one);
      findings.push(...(await change(asked)));
    } catch (error) {
      if (error instanceof Concluded) throw error;
      gaps.push(gapOfError(error));
      if (error instanceof OutOfTime) break;
    }
  }
  return { findings, compared, gaps };
}
