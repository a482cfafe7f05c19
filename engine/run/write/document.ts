/** Encodes a document of the ERP as the answer to the write that created it. */
import type { Answer } from '../../base/contract.ts';
import { type EncodedObject, type ObjectEncoder, textOf, type WorkRow } from '../../shape/encode.ts';
import { broken, encodeContext, type Members, traceEncoded } from '../answer/encode-rows.ts';
import type { RunContext } from '../context/context.ts';

/** How to encode a document. */
export interface DocumentForm {
  readonly answer: Extract<Answer, { kind: 'write' }>;
  readonly encode: ObjectEncoder;
  /** Time zone of times that have none. */
  readonly zone: string;
}

/** `row`: the document as the profile reads it. A value that breaks the contract is in the result; nothing is thrown. */
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

/** The message for several documents with one key, with their ids, so that a person can find them in the ERP. */
export function severalDocuments({ fields }: DocumentForm['answer'], rows: readonly WorkRow[], key: string): string {
  const names = Object.keys(fields).filter((name) => fields[name]?.type === 'id');
  const ids = rows.flatMap((row) => names.map((name) => textOf(row[name]))).filter((id) => id !== undefined);
  const which = ids.length === 0 ? '' : `: ${ids.join(', ')}`;
  return `${rows.length} documents of the ERP carry the key ${key}${which}.`;
}

/** The members of the answer. Throws `ProblemError` if the document breaks the contract. */
export function membersOf(form: DocumentForm, row: WorkRow, context: RunContext): Members {
  const encoded = encodeDocument(form, row, context);
  if (!encoded.ok) throw broken(encoded.field, undefined, encoded.breach);
  return encoded.json.slice(1, -1);
}
