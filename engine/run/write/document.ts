/** A document of the ERP as the answer to the write that made it. */
import type { Answer } from '../../contract.ts';
import type { EncodedObject, ObjectEncoder, WorkRow } from '../../shape/encode.ts';
import { broken, encodeContext, type Members, traceEncoded } from '../answer.ts';
import type { RunContext } from '../context.ts';

/** How a document becomes an answer. */
export interface DocumentForm {
  readonly answer: Extract<Answer, { kind: 'write' }>;
  readonly encode: ObjectEncoder;
  /** Of times without one. */
  readonly zone: string;
}

export function encodeDocument(
  { answer, encode, zone }: DocumentForm,
  row: WorkRow,
  context: RunContext,
): EncodedObject {
  const whole = { ...row, ...answer.constants };
  const encoded = encode(whole, encodeContext(context, zone, context.endpoint));
  traceEncoded(context, whole, encoded);
  return encoded;
}

/** The members of the answer. Throws `ProblemError` where the document breaks the contract. */
export function membersOf(form: DocumentForm, row: WorkRow, context: RunContext): Members {
  const encoded = encodeDocument(form, row, context);
  if (!encoded.ok) throw broken(encoded.field, undefined, encoded.breach);
  return encoded.json.slice(1, -1);
}
