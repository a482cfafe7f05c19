/** The key of a write: what identifies the document for the engine, and how the ERP keeps it. */
import { createHash } from 'node:crypto';
import type { Answer } from '../../base/contract.ts';
import { toDecimalText } from '../../base/decimal.ts';
import type { WritePlan } from '../../plan/write.ts';
import type { RequestValues } from '../../shape/request.ts';
import { bindingsOf, type RunContext } from '../context/context.ts';

/** What a plan says of keys. */
type KeyPlan = Pick<WritePlan, 'from' | 'max' | 'allowed'>;
type WriteAnswer = Extract<Answer, { kind: 'write' }>;

export interface WriteKey {
  /** The exact natural key; never shortened, never folded. */
  readonly natural: string;
  /** `:key`: the natural key where the ERP's field can hold it, else its hash. */
  readonly text: string;
  /** Identifies the claim: SHA-256 of installation, endpoint and natural key, in hex. */
  readonly claim: string;
  /** SHA-256 of the request, to tell a repeat with other content. */
  readonly payload: string;
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const hashLength = 26;

/** Bits of a digest, five in each letter or digit: 130, or 100 at least where the ERP's field is shorter. */
function shortHash(text: string, max = hashLength): string {
  let bits = BigInt(`0x${sha256(text).toString('hex')}`);
  let hash = '';
  for (let index = 0; index < Math.min(max, hashLength); index += 1) {
    hash += alphabet[Number(bits & 31n)];
    bits >>= 5n;
  }
  return hash;
}

/** Equal decimals in other spellings (100, 100.00) are one key. */
function canonical(value: unknown): unknown {
  if (typeof value === 'number') return toDecimalText(value);
  return value ?? null;
}

/** A text that does not depend on the order in which a request names its fields. */
function stable(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(canonical(value));
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${stable(item)}`).join(',')}}`;
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

/** Identifies the claim of a natural key: SHA-256, in hex. */
export function claimId(installation: string, endpoint: string, natural: string): string {
  return sha256(JSON.stringify([installation, endpoint, natural])).toString('hex');
}

/** `:key` of the document that comes after so many released ones, where the ERP does not take the first one's again. */
export function spareText({ natural }: Pick<WriteKey, 'natural'>, released: number, { max }: KeyPlan): string {
  return shortHash(JSON.stringify([natural, released]), max);
}

/** The key of a request to a write endpoint of an installation. */
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
  return {
    natural,
    text: fits ? natural : shortHash(natural, plan.max),
    claim: claimId(installation, context.endpoint, natural),
    payload: sha256(stable(request)).toString('hex'),
  };
}
