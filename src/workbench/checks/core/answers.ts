/** All that the service answers about some customers and products at one moment, for checks that compare it before and after a change of the ERP's data. */
import { endpoints } from '../../../contract/index.ts';
import type { Path } from '../../../contract/types.ts';
import { dayOf, plusDays } from '../validation/days.ts';
import { isRecord, type Json } from '../validation/record.ts';
import type { CheckContext } from './context.ts';
import { isPaged } from './paged-lists.ts';
import type { Body } from './requests.ts';

/** A request that reads. One of a paged list stands for all of its pages. */
export interface Question {
  readonly path: Path;
  readonly body: Body;
}

export interface TakenAnswer extends Question {
  readonly status: number;
  /** Without `schemaVersion`; the rows of all pages of a paged list. */
  readonly answer: Json;
}

/** Answers by `questionText`, in the order of the questions. */
export type Answers = ReadonlyMap<string, TakenAnswer>;

/** What is asked about. */
export interface Subjects {
  /** Ids of customers, each with its name for the search. */
  readonly customers: readonly { readonly erpId: string; readonly erpName: string }[];
  readonly products: readonly { readonly erpProductId: string; readonly erpSku: string; readonly erpDesc: string }[];
  /** Pairs of a customer and a product whose price is asked, and whose usage is. */
  readonly prices: readonly (readonly [customerErpId: string, productErpId: string])[];
  readonly usages: readonly (readonly [customerErpId: string, sku: string])[];
}

/** The member of an answer that has its rows, and the member of a row that has its id. An account has lines without ids. */
export const rowsAt: Readonly<Partial<Record<Path, readonly [rows: string, id: string]>>> = Object.fromEntries(
  endpoints.flatMap(({ path, answer }) =>
    answer.kind === 'rows' ? [[path, [answer.property, answer.id]] as const] : [],
  ),
);

/** All endpoints that read. */
export const readingPaths: readonly Path[] = endpoints.flatMap(({ path, answer }) =>
  answer.kind === 'write' || answer.kind === 'service' ? [] : [path],
);

const longAgo = '1990-01-01';
const daysAhead = 3_650;
/** Pages of a list that are read at most. */
const mostPages = 100;
/** Requests at the same time. */
const parallel = 4;

/** The path, a space, and the body as JSON: the same for equal questions. */
export const questionText = ({ path, body }: Question): string => `${path} ${JSON.stringify(body)}`;

/** The requests of the endpoints that the profile provides. `now`: milliseconds since the epoch. */
export function questionsAbout(
  { profile, now, settings }: Pick<CheckContext, 'profile' | 'now' | 'settings'>,
  subjects: Subjects,
): readonly Question[] {
  const { customers, products, prices, usages } = subjects;
  const periodEnd = plusDays(dayOf(now()), daysAhead);
  const all = (path: Path): Question => ({ path, body: { limit: settings.largestPage(path) } });
  const questions: readonly Question[] = [
    { path: '/catalog/customers/search', body: { query: '', limit: 500 } },
    { path: '/catalog/products/search', body: { query: '', limit: 500 } },
    { path: '/purchase-orders/list', body: { limit: 100 } },
    { path: '/sales-orders/list', body: { limit: 100 } },
    all('/debtors/list'),
    all('/invoices/list'),
    all('/payments/list'),
    ...customers.flatMap(({ erpId, erpName }): readonly Question[] => [
      { path: '/catalog/customers/search', body: { query: erpName, limit: 500 } },
      { path: '/catalog/customers/addresses', body: { customerId: erpId } },
      { path: '/catalog/customers/addresses', body: { customerId: erpId, kind: 'shipping' } },
      { path: '/catalog/customers/addresses', body: { customerId: erpId, kind: 'billing' } },
      { path: '/credit/customer', body: { customerErpId: erpId } },
      { path: '/purchase-orders/list', body: { customerErpId: erpId, limit: 100 } },
      { path: '/sales-orders/list', body: { customerErpId: erpId, limit: 100 } },
      { path: '/customer-invoices/list', body: { customerErpId: erpId, limit: 100 } },
      { path: '/customer-statement/get', body: { customerErpId: erpId, periodStart: longAgo, periodEnd } },
    ]),
    ...products.flatMap(({ erpSku, erpDesc }): readonly Question[] => [
      { path: '/catalog/products/search', body: { query: erpDesc, limit: 500 } },
      { path: '/catalog/products/by-sku', body: { sku: erpSku, limit: 100 } },
    ]),
    ...prices.map(
      ([customerErpId, productErpId]): Question => ({
        path: '/pricing/resolve',
        body: { customerErpId, productErpId },
      }),
    ),
    ...usages.map(
      ([customerErpId, sku]): Question => ({
        path: '/sales-orders/usage',
        body: { customerErpId, sku, periodStart: longAgo },
      }),
    ),
  ];
  const isProvided = ({ path }: Question): boolean => {
    const endpoint = profile?.endpoints.get(path);
    return profile === undefined || (endpoint !== undefined && endpoint.unavailable === undefined);
  };
  return [...new Map(questions.filter(isProvided).map((one) => [questionText(one), one])).values()];
}

async function ask(context: CheckContext, question: Question): Promise<TakenAnswer> {
  const { path, body } = question;
  const [rows = ''] = rowsAt[path] ?? [];
  const allRows: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const { status, body: answer } = await context.send(path, isPaged(path) ? { ...body, page } : body);
    const { schemaVersion: _version, hasMore, ...members } = isRecord(answer) ? answer : {};
    if (!isPaged(path) || status !== 200) return { ...question, status, answer: members };
    const list = members[rows];
    allRows.push(...(Array.isArray(list) ? list : []));
    if (hasMore !== true || page === mostPages) return { ...question, status, answer: { [rows]: allRows } };
  }
}

/** Sends all requests. An answer may have any status. Fails the check where no answer arrives. */
export async function takeAnswers(context: CheckContext, questions: readonly Question[]): Promise<Answers> {
  const taken = new Map<string, TakenAnswer>();
  const waiting = [...questions];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      taken.set(questionText(next), await ask(context, next));
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return new Map(
    questions.flatMap((one) => {
      const text = questionText(one);
      const answer = taken.get(text);
      return answer === undefined ? [] : [[text, answer]];
    }),
  );
}
