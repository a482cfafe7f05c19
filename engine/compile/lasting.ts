/**
 * The look-up of a write whose key is not kept: what it finds is the answer to every repeat, so that it must find the same document, with
 * the same content, whenever and with whatever other content the key is sent.
 */
import type { Answer } from '../contract.ts';
import { claimsForm, isHttp } from '../profile/schema/index.ts';
import type { Expression } from '../transform/expression.ts';
import type { CompileContext, Path } from './context.ts';

type WriteAnswer = Extract<Answer, { kind: 'write' }>;

/** Whether a source keeps no claims of what is written into it. */
export function isLocked(context: CompileContext, source: string): boolean {
  const spec = context.profile.sources[source];
  return spec !== undefined && !isHttp(spec) && claimsForm(spec).kind === 'lock';
}

/** Request fields that are part of the key; undefined where they cannot be told from its expression. */
export function keyFields(answer: WriteAnswer, from: Expression | undefined): readonly string[] | undefined {
  if (from === undefined) return answer.key;
  if (from.variables.some(({ name }) => name === 'request')) return undefined;
  return from.names.map(({ name }) => name);
}

const why =
  'The source of this write keeps no claims (`claims: lock`): what `find` finds is the answer to every repeat';

/** Why `:name` cannot stand in such a look-up; undefined where it can. */
export function objectionTo(name: string, fields: readonly string[] | undefined): string | undefined {
  if (name === 'now' || name === 'today') return `${why}, and :${name} is another one each time.`;
  const [head = ''] = name.split('.');
  if (fields === undefined || fields.includes(head)) return undefined;
  return `${why}, and :${name} is no part of the key, so that a repeat may have another one.`;
}

/** What to do about it. */
export const lastingHint =
  'Select what the ERP has stored with the document, and compare with :key or the fields that it is made of.';

const changing = /"[^"]*"|'[^']*'|`[^`]*`|\$(now|today|millis|random)\b/g;

/** Reports what an expression of such a look-up names that is another one each time. */
export function checkLasting(context: CompileContext, path: Path, text: string): void {
  for (const match of text.matchAll(changing)) {
    const [whole, name] = match;
    if (name === undefined) continue;
    const message = `${why}, and ${whole} is another one each time.`;
    context.report('MAP237', {
      path,
      range: { offset: match.index, length: whole.length },
      message,
      hint: lastingHint,
    });
  }
}
