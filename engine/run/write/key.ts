/** The key of a write: how the engine identifies the document, and how the ERP stores the key. */
import { hash } from 'node:crypto';
import type { Answer } from '../../base/contract.ts';
import { toDecimalText } from '../../base/decimal.ts';
import type { WritePlan } from '../../plan/write.ts';
import type { RequestValues } from '../../shape/request.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';

/** The key settings of a plan. */
type KeyPlan = Pick<WritePlan, 'from' | 'max' | 'allowed'>;
type WriteAnswer = Extract<Answer, { kind: 'write' }>;

export interface WriteKey {
  /** The exact natural key; never shortened or case-folded. */
  readonly natural: string;
  /** `:key`: the natural key if it fits the ERP's field, otherwise its hash. */
  readonly text: string;
  /** Identifies the claim: SHA-256 of installation, endpoint and natural key, in hexadecimal digits. */
  readonly claim: string;
  /** SHA-256 of the request, to detect a repeat with other content. */
  readonly payload: string;
}

/** SHA-256 of a text, in hexadecimal digits. */
const sha256 = (text: string): string => hash('sha256', text, 'hex');
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const hashLength = 26;

/** A hash in base 32: 130 bits, or fewer if the ERP's field is shorter, but at least 100. */
function shortHash(text: string, max = hashLength): string {
  let bits = BigInt(`0x${sha256(text)}`);
  let short = '';
  for (let index = 0; index < Math.min(max, hashLength); index += 1) {
    short += alphabet[Number(bits & 31n)];
    bits >>= 5n;
  }
  return short;
}

/** Equal decimals in different notation (100, 100.00) are one key. */
function canonical(value: unknown): unknown {
  if (typeof value === 'number') return toDecimalText(value);
  return value ?? null;
}

/** JSON text that is independent of the order of members. */
function stableText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stableText).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(canonical(value));
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${stableText(item)}`).join(',')}}`;
}

async function naturalKey(
  plan: KeyPlan,
  answer: WriteAnswer,
  request: RequestValues,
  context: RunContext,
): Promise<string> {
  if (plan.from !== undefined) {
    const value = await plan.from.evaluate(request, bindingsOf(context));
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value !== 'object' && value !== undefined && value !== '') return String(canonical(value));
    throw new Error(`The key expression ${plan.from.text} gives no value for this request`);
  }
  const values = answer.key.map((name) => canonical(request[name]));
  const [only] = values;
  return values.length === 1 && typeof only === 'string' ? only : JSON.stringify(values);
}

/** Identifies the claim of a natural key: SHA-256, in hexadecimal digits. */
export function claimId(installation: string, endpoint: string, natural: string): string {
  return sha256(JSON.stringify([installation, endpoint, natural]));
}

/** `:key` after `released` releases, if the ERP does not accept the first document's key again. */
export function spareText({ natural }: Pick<WriteKey, 'natural'>, released: number, { max }: KeyPlan): string {
  return shortHash(JSON.stringify([natural, released]), max);
}

/**
 * The key of a request to a write endpoint of an installation. Rejects if the key expression of the profile gives no
 * value.
 */
export async function keyOf(
  plan: KeyPlan,
  answer: WriteAnswer,
  installation: string,
  context: RunContext,
): Promise<WriteKey> {
  const { request } = context.state;
  const natural = await naturalKey(plan, answer, request, context);
  const single = plan.from !== undefined || answer.key.length === 1;
  const fits =
    single &&
    natural.length <= (plan.max ?? Number.POSITIVE_INFINITY) &&
    (plan.allowed === undefined || plan.allowed.test(natural));
  const text = fits ? natural : shortHash(natural, plan.max);
  if (!fits) context.trace?.({ kind: 'hashed', natural, key: text });
  return {
    natural,
    text,
    claim: claimId(installation, context.endpoint, natural),
    payload: sha256(stableText(request)),
  };
}
