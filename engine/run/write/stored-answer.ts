/** Answers of earlier writes, as a claim keeps them: checked before they are sent. */
import { parseBody } from '../../base/exact-number.ts';
import { ProblemError } from '../../base/problem.ts';
import { isRow } from '../../shape/encode.ts';
import type { Members } from '../answer/encode-rows.ts';
import type { DocumentForm } from './document.ts';

/** What is wrong with a stored answer; undefined if it fulfils the contract. */
function faultOf({ answer, encode }: DocumentForm, members: string): string | undefined {
  const parsed = parseBody(`{${members}}`);
  if (!parsed.ok || !isRow(parsed.body)) return 'it is no JSON';
  const row = parsed.body;
  const strange = Object.keys(row).find((name) => !Object.hasOwn(answer.fields, name));
  if (strange !== undefined) return `the contract has no field ${JSON.stringify(strange)}`;
  const wrong = Object.entries(answer.constants).find(([name, value]) => row[name] !== value);
  if (wrong !== undefined) return `its ${wrong[0]} is not "${wrong[1]}"`;
  // Stored instants end in Z, whatever the zone of the ERP is.
  const encoded = encode(row, { zone: 'UTC', note: () => undefined });
  return encoded.ok ? undefined : `${encoded.field}: ${encoded.breach}`;
}

/** The problem for a claim whose row is damaged. `reason`: a complete sentence. */
export function damagedProblem(claim: string, reason: string): ProblemError {
  const message =
    'The stored answer for this document is damaged; an operator has to check the document before it can be sent again.';
  const cure =
    'Check the document in the ERP, then release the key with `engine writes release`: the next request finds the document, or writes it';
  return new ProblemError({ kind: 'broken', message }, new Error(`The claim ${claim} is damaged. ${reason} ${cure}`));
}

/** The stored members of an answer. Throws `ProblemError` if they break the contract. */
export function checkedAnswer(form: DocumentForm, claim: string, members: string): Members {
  const fault = faultOf(form, members);
  if (fault === undefined) return members;
  throw damagedProblem(claim, `Its answer breaks the contract: ${fault}.`);
}
