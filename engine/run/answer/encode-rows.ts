/** Encodes rows in the contract's types, as JSON text. A value that breaks the contract drops its row or fails the answer. */

import type { Answer } from '../../base/contract.ts';
import { ProblemError } from '../../base/problem.ts';
import type { EndpointWork } from '../../plan/plan.ts';
import {
  type EncodeContext,
  type EncodedObject,
  type ObjectEncoder,
  textOf,
  type WorkRow,
} from '../../shape/encode.ts';
import type { RunContext } from '../context/context.ts';

export type ReadWork = Extract<EndpointWork, { kind: 'read' }>;
export type RowsAnswer = Extract<Answer, { kind: 'rows' }>;

/** Members of the answer object as JSON text, without braces and `schemaVersion`. */
export type Members = string;
/** A long text, in parts. The socket makes bytes of them: buffers would wait for the garbage collection of old objects. */
export type Parts = readonly string[];

/** Length of the text of a part: a whole answer as one text costs its copies, and memory that lives until it is sent. */
const partLength = 16 * 1024;

/** The zone of dates, and a log of corrected values that names the row. `row`: its id, or a function that is called only for a correction. */
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

/** The list of the rows as a member, followed by `end`. A row that breaks the contract is dropped with a warning, or fails the answer if the plan says so. */
export function encodeRows(
  rows: readonly WorkRow[],
  work: ReadWork,
  answer: RowsAnswer,
  context: RunContext,
  end = '',
): Members | Parts {
  let current: WorkRow = {};
  const idOf = (): string => textOf(current[answer.id]) ?? 'a row without an id';
  const encoding = encodeContext(context, work.zone, idOf);
  const parts: string[] = [];
  let json = `"${answer.property}":[`;
  let separator = '';
  for (const row of rows) {
    current = row;
    const encoded = work.encode(row, encoding);
    traceEncoded(context, row, encoded);
    if (encoded.ok) {
      json += separator + encoded.json;
      separator = ',';
      if (json.length < partLength) continue;
      parts.push(json);
      json = '';
    } else if (work.broken === 'fail') throw broken(encoded.field, `${answer.property} ${idOf()}`, encoded.breach);
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
  const last = `${json}]${end}`;
  return parts.length === 0 ? last : [...parts, last];
}

/** The members of one row. Throws if a value breaks the contract. */
export function encodeSingle(row: WorkRow, encode: ObjectEncoder, zone: string, context: RunContext): Members {
  const encoded = encode(row, encodeContext(context, zone, context.endpoint));
  traceEncoded(context, row, encoded);
  if (!encoded.ok) throw broken(encoded.field, undefined, encoded.breach);
  return encoded.json.slice(1, -1);
}
