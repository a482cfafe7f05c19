/** Encodes rows as an answer of the contract: lists, pages, and single objects. */

import type { Answer } from '../../base/contract.ts';
import { ProblemError } from '../../base/problem.ts';
import type { EndpointPlan, EndpointWork } from '../../plan/plan.ts';
import {
  type EncodeContext,
  type EncodedObject,
  isRow,
  type ObjectEncoder,
  textOf,
  type WorkRow,
} from '../../shape/encode.ts';
import type { SqlValue } from '../../sources/source.ts';
import { findBookmark, storeBookmark } from '../context/bookmarks.ts';
import type { RunContext } from '../context/context.ts';
import { refuse } from '../context/refuse.ts';
import { idExists } from './id-exists.ts';
import { runRead, runReadForm } from './read.ts';

type ReadWork = Extract<EndpointWork, { kind: 'read' }>;
type RowsAnswer = Extract<Answer, { kind: 'rows' }>;
type SingleAnswer = Extract<Answer, { kind: 'single' }>;

/** Members of the answer object as JSON text, without braces and `schemaVersion`. */
export type Members = string;

export function encodeContext(context: RunContext, zone: string, row: string | (() => string)): EncodeContext {
  const note = (field: string, message: string) => {
    const name = typeof row === 'string' ? row : row();
    context.log({ level: 'warn', event: 'value_corrected', endpoint: context.endpoint, row: name, field, message });
  };
  return { zone, note };
}

function unusable(subject: string, cause: string): ProblemError {
  const message = `${subject} cannot be given as the contract asks: the ERP's data for it is missing or not usable.`;
  return new ProblemError({ kind: 'broken', message }, new Error(cause));
}

/**
 * The error for a value of the ERP that breaks the contract. The message names field and row; only the log has the
 * value.
 */
export function broken(field: string, row: string | undefined, breach: string): ProblemError {
  return unusable(row === undefined ? `The field ${field}` : `The field ${field} of ${row}`, `${field}: ${breach}`);
}

/** The same error for a whole answer or document. */
export function brokenWhole(whole: 'answer' | 'document', breach: string): ProblemError {
  return unusable(`The ${whole}`, `the ${whole}: ${breach}`);
}

/** Traces how a row was encoded. */
export function traceEncoded({ trace }: RunContext, row: WorkRow, encoded: EncodedObject): void {
  if (trace === undefined) return;
  const [json, breach] = encoded.ok ? [encoded.json, undefined] : [undefined, `${encoded.field}: ${encoded.breach}`];
  trace({ kind: 'encoded', row, json, breach });
}

function encodeRows(rows: readonly WorkRow[], work: ReadWork, answer: RowsAnswer, context: RunContext): string {
  let current: WorkRow = {};
  const idOf = (): string => textOf(current[answer.id]) ?? 'a row without an id';
  const encoding = encodeContext(context, work.zone, idOf);
  let json = '';
  for (const row of rows) {
    current = row;
    const encoded = work.encode(row, encoding);
    traceEncoded(context, row, encoded);
    if (encoded.ok) json += json === '' ? encoded.json : `,${encoded.json}`;
    else if (work.broken === 'fail') throw broken(encoded.field, `${answer.property} ${idOf()}`, encoded.breach);
    else
      context.log({
        level: 'warn',
        event: 'row_dropped',
        endpoint: context.endpoint,
        row: idOf(),
        field: encoded.field,
        message: encoded.breach,
      });
  }
  return json;
}

/** `"hits":[...]`, with `hasMore` if the list is paged. `known` is false if an id of the request cannot exist. */
export async function runRows(work: ReadWork, answer: RowsAnswer, call: RunContext, known: boolean): Promise<Members> {
  const context: RunContext = { ...call, keepsUnknown: true };
  const { limit, page } = context.state.request;
  const size = typeof limit === 'number' ? limit : undefined;
  if (answer.paged && size !== undefined && typeof page === 'number') {
    const { rows, more } = known ? await runPage(work, context, size, page) : { rows: [], more: false };
    return `"${answer.property}":[${encodeRows(rows, work, answer, context)}],"hasMore":${more}`;
  }
  const window = size === undefined ? undefined : { limit: size, offset: 0 };
  const rows = known ? await runRead(work.read, context, window) : [];
  return `"${answer.property}":[${encodeRows(rows, work, answer, context)}]`;
}

/** Whether rows with an empty key exist. No key leads to them, so they follow at the end of a walk by key. */
function hasEmptyLast({ read: { rows } }: ReadWork): boolean {
  return rows.kind !== 'expression' && rows.branches.some((branch) => branch.kind === 'query' && branch.emptyLast);
}

/**
 * The next page starts after the key of the last row of this page. Throws if the next row has the same key: it would
 * be on neither page.
 */
function checkDistinct(last: readonly SqlValue[], next: readonly SqlValue[] | undefined): void {
  const [one, other] = [JSON.stringify(last), JSON.stringify(next)];
  if (one !== other) return;
  const cure = 'A row must not come twice, and `page: { key }` has to tell rows apart';
  throw brokenWhole('answer', `two rows have the key ${one} of the page, and one of them would be lost. ${cure}`);
}

/** The rows of a page, and whether another page follows. It reads one row more than the page has. */
async function runPage(
  work: ReadWork,
  context: RunContext,
  size: number,
  page: number,
): Promise<{ readonly rows: readonly WorkRow[]; readonly more: boolean }> {
  const after = await findBookmark(context, size, page);
  const window = { limit: size + 1, offset: (page - 1) * size, after, ahead: true };
  const { rows: found, keys, more: knownMore } = await runReadForm(work.read, context, window);
  const left = window.limit - found.length;
  const ends = after !== undefined && left > 0 && hasEmptyLast(work);
  const rows = ends
    ? [...found, ...(await runRead(work.read, context, { limit: left, offset: 0, empty: true }))]
    : found;
  const more = knownMore ?? rows.length > size;
  const last = more && size <= found.length ? keys(size - 1) : undefined;
  if (last !== undefined) {
    checkDistinct(last, keys(size));
    await storeBookmark(context, size, page, last);
  }
  return { rows: rows.slice(0, size), more };
}

function encodeSingle(row: WorkRow, encode: ObjectEncoder, zone: string, context: RunContext): Members {
  const encoded = encode(row, encodeContext(context, zone, context.endpoint));
  traceEncoded(context, row, encoded);
  if (!encoded.ok) throw broken(encoded.field, undefined, encoded.breach);
  return encoded.json.slice(1, -1);
}

/** Whether a row has any value; `SELECT SUM(...)` returns a row of nulls if there is nothing to add. */
function isFilled(row: WorkRow | undefined): row is WorkRow {
  return isRow(row) && Object.keys(row).length > 0;
}

/**
 * The members of a single object. Without a row: the contract's empty answer, or a refusal of the id that must exist.
 */
export async function runSingle(
  plan: EndpointPlan,
  work: ReadWork,
  answer: SingleAnswer,
  call: RunContext,
  known: boolean,
): Promise<Members> {
  const context: RunContext = { ...call, keepsUnknown: true };
  const rows = known ? await runRead(work.read, context) : [];
  const row = rows[0];
  if (rows.length > 1) throw brokenWhole('answer', `${rows.length} rows were returned where one is expected`);
  const hasValue = isFilled(row) && !isEmptyAnswer(row, answer);
  if (hasValue) return encodeSingle(row, work.encode, work.zone, context);
  if (answer.empty !== undefined) return JSON.stringify(answer.empty).slice(1, -1);
  for (const field of plan.endpoint.mustExist) {
    const exists = known && (await idExists(plan, field, context));
    if (exists !== true) refuse([{ field, message: 'is not known to the ERP', rule: 'unknown' }]);
  }
  throw brokenWhole('answer', 'the query gives no row for an id that exists');
}

/** Whether the row has no value for any nullable member of the empty answer: a price row without a price equals no row. */
function isEmptyAnswer(row: WorkRow, answer: SingleAnswer): boolean {
  const { empty = {} } = answer;
  let nulls = false;
  for (const name in empty) {
    if (empty[name] !== null) continue;
    if (row[name] !== undefined && row[name] !== null) return false;
    nulls = true;
  }
  return nulls;
}
