/**
 * Look-ups that are made with the key alone: of a write whose key is not kept, where what is found is the answer to every repeat, whenever
 * and with whatever other content it comes; and of one by HTTP, which is looked up when nobody has its request any more.
 */
import type { Answer } from '../../base/contract.ts';
import type { Path } from '../../base/place.ts';
import { claimsForm, isHttp } from '../../profile/schema/index.ts';
import type { Expression } from '../../transform/expression.ts';
import type { CompileContext } from '../context/context.ts';

type WriteAnswer = Extract<Answer, { kind: 'write' }>;

/** Whether a source keeps no claims of what is written into it. */
export function keepsNoClaims(context: CompileContext, source: string): boolean {
  const spec = context.profile.sources[source];
  return spec !== undefined && !isHttp(spec) && claimsForm(spec).kind === 'lock';
}

/** Request fields that are part of the key; undefined where they cannot be told from its expression. */
export function keyFields(answer: WriteAnswer, from: Expression | undefined): readonly string[] | undefined {
  if (from === undefined) return answer.key;
  if (from.variables.some(({ name }) => name === 'request')) return undefined;
  return from.names.map(({ name }) => name);
}

/** What a look-up may use. `lock`: no claim keeps what it found. `durable`: it is made in the background, too. */
export interface KeyOnlyLookup {
  readonly kind: 'lock' | 'durable';
  /** Request fields that are part of the key; undefined where that is not known. */
  readonly fields: readonly string[] | undefined;
}

const reasons: Readonly<Record<KeyOnlyLookup['kind'], string>> = {
  lock: 'The source of this write keeps no claims (`claims: lock`), so every repeat is answered with what `find` returns',
  durable: 'A write over HTTP is looked up by its key alone, also when its request is no longer available',
};

/** Why `:name` cannot stand in such a look-up; undefined where it can. */
export function reasonAgainst(name: string, { kind, fields }: KeyOnlyLookup, sign = ':'): string | undefined {
  const why = reasons[kind];
  if (name === 'now' || name === 'today') return `${why}, but ${sign}${name} has another value each time.`;
  const [head = ''] = name.split('.');
  if (fields === undefined ? kind === 'lock' : fields.includes(head)) return undefined;
  const consequence = kind === 'lock' ? ', and a repeat may have another value' : '';
  return `${why}, but ${sign}${name} is not part of the key${consequence}.`;
}

/** What to do about it. */
export function keyOnlyHint({ kind }: KeyOnlyLookup): string {
  return kind === 'lock'
    ? 'Select what the ERP has stored with the document, and compare with :key or the request fields that the key consists of.'
    : 'Compare with the key, or the request fields that it consists of.';
}

/** The variables that are another one each time, or are the request: of what is kept with a claim, only the request is not there later. */
const changing: Readonly<Record<KeyOnlyLookup['kind'], RegExp>> = {
  lock: /"[^"]*"|'[^']*'|`[^`]*`|\$(now|today|millis|random)\b/g,
  durable: /"[^"]*"|'[^']*'|`[^`]*`|\$(request)\b/g,
};

/** Reports what an expression of such a look-up names that it cannot have. */
export function checkKeyOnlyText(context: CompileContext, path: Path, text: string, lasting: KeyOnlyLookup): void {
  const { kind } = lasting;
  for (const match of text.matchAll(changing[kind])) {
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

/** Reports what an expression in a request of such a look-up names that is no part of the key. `offset`: where it begins in its text. */
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
