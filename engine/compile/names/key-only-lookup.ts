/**
 * Lookups of a written document that may use only the key. There are two. Where a source keeps no claims, the lookup answers every repeat,
 * so it must not depend on the time or on request fields that a repeat may change. A write over HTTP is also looked up in the background,
 * when its request is no longer available.
 */
import type { Answer } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import { claimsForm, isHttp } from '../../profile/schema/index.ts';
import type { Expression } from '../../transform/expression.ts';
import type { CompileContext } from '../context/context.ts';

type WriteAnswer = Extract<Answer, { kind: 'write' }>;

/** Whether a source keeps no claims of its writes (`claims: lock`). */
export function keepsNoClaims(context: CompileContext, source: string): boolean {
  const spec = context.profile.sources[source];
  return spec !== undefined && !isHttp(spec) && claimsForm(spec).kind === 'lock';
}

/** Request fields that the key consists of; undefined where its expression does not show them. */
export function keyFields(answer: WriteAnswer, from: Expression | undefined): readonly string[] | undefined {
  if (from === undefined) return answer.key;
  if (from.variables.some(({ name }) => name === 'request')) return undefined;
  return from.names.map(({ name }) => name);
}

/**
 * Why a lookup may use only the key. `lock`: no claim keeps its result. `durable`: it also runs in the background.
 * `undo`: the request that undoes a step does so too.
 */
export interface KeyOnlyLookup {
  readonly kind: 'lock' | 'durable' | 'undo';
  /** Request fields that the key consists of; undefined where they are not known. */
  readonly fields: readonly string[] | undefined;
}

const reasons: Readonly<Record<KeyOnlyLookup['kind'], string>> = {
  lock: 'The source of this write keeps no claims (`claims: lock`), so every repeat is answered with what `find` returns',
  durable: 'A write over HTTP is looked up by its key alone, also when its request is no longer available',
  undo: 'An undo is also sent when the request of its write is no longer available',
};

/** Why such a lookup cannot use `:name`; undefined where it can. */
export function reasonAgainst(name: string, { kind, fields }: KeyOnlyLookup, sign = ':'): string | undefined {
  const why = reasons[kind];
  if (name === 'now' || name === 'today') return `${why}, but ${sign}${name} has another value each time.`;
  const [head = ''] = name.split('.');
  if (fields === undefined ? kind === 'lock' : fields.includes(head)) return undefined;
  const consequence = kind === 'lock' ? ', and a repeat may have another value' : '';
  return `${why}, but ${sign}${name} is not part of the key${consequence}.`;
}

/** The hint for such a name. */
export function keyOnlyHint({ kind }: KeyOnlyLookup): string {
  if (kind === 'undo')
    return 'Use the results of this step and of earlier ones, $key, or the request fields that the key consists of.';
  return kind === 'lock'
    ? 'Select what the ERP has stored with the document, and compare with :key or the request fields that the key consists of.'
    : 'Compare with the key, or the request fields that it consists of.';
}

/** Finds variables that such a lookup cannot use. Texts in quotes are matched first, so that variables in them are ignored. */
const forbiddenVariables: Readonly<Record<KeyOnlyLookup['kind'], RegExp>> = {
  lock: /"[^"]*"|'[^']*'|`[^`]*`|\$(now|today|millis|random)\b/g,
  durable: /"[^"]*"|'[^']*'|`[^`]*`|\$(request)\b/g,
  undo: /"[^"]*"|'[^']*'|`[^`]*`|\$(request|now|today)\b/g,
};

/** Reports variables in the text of an expression that such a lookup cannot use. */
export function checkKeyOnlyText(context: CompileContext, path: Path, text: string, lasting: KeyOnlyLookup): void {
  const { kind } = lasting;
  for (const match of text.matchAll(forbiddenVariables[kind])) {
    const [whole, name] = match;
    if (name === undefined) continue;
    context.report('MAP237', {
      path,
      range: { offset: match.index, length: whole.length },
      message: `${reasons[kind]}, but ${whole} ${kind === 'lock' ? 'has another value each time' : 'is not available then'}.`,
      hint: keyOnlyHint(lasting),
    });
  }
}

/** Reports names in an expression of an HTTP request that such a lookup cannot use. `offset`: where the expression begins in its text. */
export function checkKeyOnlyNames(
  context: CompileContext,
  path: Path,
  offset: number,
  { names, variables }: Expression,
  lasting: KeyOnlyLookup,
): void {
  const used = [
    ...names.map((name) => ({ ...name, sign: '' })),
    ...variables.flatMap((one) => (['now', 'today', 'request'].includes(one.name) ? [{ ...one, sign: '$' }] : [])),
  ];
  for (const { name, offset: at, sign } of used) {
    const message = reasonAgainst(name, lasting, sign);
    if (message === undefined) continue;
    const range = { offset: offset + at, length: name.length + sign.length };
    context.report('MAP237', { path, range, message, hint: keyOnlyHint(lasting) });
  }
}
