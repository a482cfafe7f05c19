/** Requests from the contract, each repeated by its seed and number, with the statuses that the contract allows for it. */
import { createHash } from 'node:crypto';
import { type Endpoint, type Field, parseBody } from '../../engine/index.ts';
import { contract } from '../../src/contract/index.ts';
import { type WrongBody, wrongBodies } from '../../src/workbench/checks/core/request-bodies.ts';
import { type Random, randomFrom } from '../src/workbench/checks/conformance/random.ts';
import { type ErpValues, hostileNumbers, hostileTexts, hostileValue, jsonText, pick, validFields } from './values.ts';

/** The key that a request carries: `own` is the key of the endpoint's app. */
export type SentKey = 'own' | 'other' | 'none' | 'wrong';

/** A request over HTTP. */
export interface FuzzRequest {
  readonly kind: string;
  readonly endpoint: Endpoint;
  /** Path of the URL, where it is not the endpoint's. */
  readonly urlPath?: string;
  readonly method: string;
  readonly contentType: string;
  readonly key: SentKey;
  readonly body: Buffer;
  /** The statuses that the contract allows. */
  readonly allowed: readonly number[];
  /** The field that a 422 must name. */
  readonly field?: string;
}

interface Body {
  readonly bytes: Buffer;
  readonly allowed: readonly number[];
  readonly field?: string;
}

interface Kind {
  readonly name: string;
  /** Of all weights together. */
  readonly weight: number;
  readonly body: (endpoint: Endpoint, erpValues: ErpValues, random: Random) => Body;
}

const accepted = [200, 422];
const withVersion = (fields: object): object => ({ schemaVersion: contract.version, ...fields });
const bytesOf = (fields: object): Buffer => Buffer.from(jsonText(withVersion(fields)));
const valid = (endpoint: Endpoint, erpValues: ErpValues, random: Random): Record<string, unknown> =>
  validFields(endpoint.request, erpValues, random);

const wrong: ReadonlyMap<string, readonly WrongBody[]> = new Map(
  contract.endpoints.map((endpoint) => [endpoint.path, wrongBodies(endpoint)]),
);

/** Changes some fields, also those of list items. */
function withHostile(record: object, fields: Endpoint['request'], random: Random): Record<string, unknown> {
  const change = (value: unknown, field: Field | undefined): unknown => {
    if (field?.type === 'list' && Array.isArray(value) && random.below(3) > 0)
      return value.map((item) => withHostile(item, field.items, random));
    if (random.below(3) > 0) return value;
    const isNumber = field?.type === 'decimal' || field?.type === 'integer';
    return isNumber && random.below(2) === 0 ? pick(random, hostileNumbers) : hostileValue(random);
  };
  const changed = Object.entries(record).map(([name, value]) => [name, change(value, fields[name])] as const);
  const added = random.below(6) === 0 ? [[pick(random, hostileTexts), hostileValue(random)] as const] : [];
  return Object.fromEntries([...changed, ...added]);
}

const brokenTexts: readonly string[] = [
  ...['', ' ', '{', '[', '"', '{"a"', '{"a":', '{"a":1,}', '{a:1}', "{'a':1}", '{"a":01}', '{"a":+1}', '{"a":.5}'],
  ...['{"a":1.}', '{"a":NaN}', '{"a":Infinity}', '{"a":"\n"}', '{"a":"\\x"}', '{"a":"\\u12"}', '{}{}', '{}x', '{},'],
  ...[
    'undefined',
    '/* */{}',
    '{"a":tru}',
    '{"a":-}',
    '{"a":1e}',
    '[1,]',
    '<xml/>',
    'a=1&b=2',
    '\u0000',
    '{"a":1}\u0000',
  ],
];

function broken(endpoint: Endpoint, erpValues: ErpValues, random: Random): Body {
  const text = jsonText(withVersion(valid(endpoint, erpValues, random)));
  const bytes = random.below(2) === 0 ? pick(random, brokenTexts) : text.slice(0, random.below(text.length));
  return { bytes: Buffer.from(bytes), allowed: [400] };
}

/** Some bytes replaced, removed or repeated: it may still be JSON. */
function mutated(endpoint: Endpoint, erpValues: ErpValues, random: Random): Body {
  const bytes = [...bytesOf(valid(endpoint, erpValues, random))];
  for (let change = 0; change <= random.below(6); change += 1) {
    const at = random.below(bytes.length);
    if (random.below(3) === 0) bytes.splice(at, random.below(8));
    else if (random.below(2) === 0) bytes.splice(at, 0, ...bytes.slice(at, at + random.below(20)));
    else bytes.splice(at, 1, random.below(256));
  }
  const text = Buffer.from(bytes);
  // What is no JSON must be refused as such. Bytes that are no UTF-8 may be refused as well.
  const isJson = parseBody(text.toString()).ok;
  return { bytes: text, allowed: isJson ? [200, 400, 422] : [400] };
}

function deep(endpoint: Endpoint, erpValues: ErpValues, random: Random): Body {
  const depth = pick(random, [10, 60, 200, 5_000, 100_000]);
  const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const [first = 'x'] = Object.keys(endpoint.request);
  const name = random.below(2) === 0 ? first : 'unknown';
  const text = jsonText(withVersion({ ...valid(endpoint, erpValues, random), [name]: 'HERE' }));
  return { bytes: Buffer.from(text.replace('"HERE"', nested)), allowed: depth > 64 ? [400] : accepted };
}

/** Lists and texts at and beyond the limits. */
function huge(endpoint: Endpoint, erpValues: ErpValues, random: Random): Body {
  const record = valid(endpoint, erpValues, random);
  const list = Object.entries(endpoint.request).find(([, { type }]) => type === 'list')?.[0];
  switch (random.below(4)) {
    case 0:
      return { bytes: bytesOf({ ...record, padding: 'x'.repeat(1024 ** 2) }), allowed: [413] };
    case 1:
      return { bytes: bytesOf({ ...record, unknown: Array.from({ length: 50_001 }, () => 0) }), allowed: [413] };
    case 2: {
      const items = Array.from({ length: 5_001 }, () => ({}));
      return {
        bytes: bytesOf({ ...record, [list ?? 'lines']: items }),
        allowed: list === undefined ? accepted : [422],
      };
    }
    default:
      return { bytes: bytesOf({ ...record, padding: 'y'.repeat(900_000) }), allowed: accepted };
  }
}

function oneWrong(endpoint: Endpoint, erpValues: ErpValues, random: Random): Body {
  const bodies = wrong.get(endpoint.path) ?? [];
  if (bodies.length === 0) return { bytes: bytesOf(valid(endpoint, erpValues, random)), allowed: accepted };
  const { body, field } = pick(random, bodies);
  return { bytes: bytesOf(body), allowed: [422], field };
}

const ordinary: Kind['body'] = (endpoint, erpValues, random) => ({
  bytes: bytesOf(valid(endpoint, erpValues, random)),
  allowed: accepted,
});

const hostile: Kind['body'] = (endpoint, erpValues, random) => ({
  bytes: bytesOf(withHostile(valid(endpoint, erpValues, random), endpoint.request, random)),
  allowed: accepted,
});

const kinds: readonly Kind[] = [
  { name: 'valid', weight: 24, body: ordinary },
  { name: 'one wrong field', weight: 14, body: oneWrong },
  { name: 'hostile values', weight: 36, body: hostile },
  { name: 'broken JSON', weight: 6, body: broken },
  { name: 'mutated bytes', weight: 8, body: mutated },
  { name: 'deep nesting', weight: 2, body: deep },
  { name: 'huge', weight: 1, body: huge },
  { name: 'head', weight: 9, body: (...all) => (all[2].below(2) === 0 ? ordinary(...all) : broken(...all)) },
];

const total = kinds.reduce((sum, { weight }) => sum + weight, 0);

function anyKind(random: Random): Kind {
  let rest = random.below(total);
  const chosenKind = kinds.find(({ weight }) => {
    rest -= weight;
    return rest < 0;
  });
  if (chosenKind === undefined) throw new Error('The weights do not add up.');
  return chosenKind;
}

type Head = Pick<FuzzRequest, 'method' | 'contentType' | 'key'> & { readonly urlPath?: string };

const jsonTypes = ['application/json', 'application/json; charset=utf-8', 'Application/JSON'];
const otherTypes = ['text/plain', 'application/xml', 'application/jsonp', 'multipart/form-data; boundary=x', ''];
const otherPaths = [
  '/',
  '/x',
  '//',
  '/health/',
  '/HEALTH',
  '/%00',

  '/..%2fhealth',
  '/sale-draft/1',
  '/?x=1',
  '/%C3%A9',
];

/** A head with some faults. */
function anyHead({ app }: Endpoint, random: Random): Head {
  const some = (): boolean => random.below(3) === 0;
  const keys: readonly SentKey[] = app === 'both' ? ['none', 'wrong'] : ['none', 'wrong', 'other', 'other'];
  return {
    key: some() ? pick(random, keys) : 'own',
    method: some() ? pick(random, ['GET', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']) : 'POST',
    contentType: pick(random, some() ? otherTypes : jsonTypes),
    ...(some() ? { urlPath: pick(random, otherPaths) } : {}),
  };
}

/** The order of the checks, as the contract states it. */
function allowedFor({ key, urlPath, method, contentType }: Head, { allowed }: Body): readonly number[] {
  if (key === 'none' || key === 'wrong') return [401];
  if (urlPath !== undefined) return [404];
  if (method !== 'POST') return [405];
  if (!jsonTypes.includes(contentType)) return [415];
  if (allowed.includes(413)) return [413];
  if (key === 'other') return [403];
  return allowed;
}

const plainHead: Head = { key: 'own', method: 'POST', contentType: 'application/json' };

function randomOf(seed: number, number: number): Random {
  const digest = createHash('sha256').update(`${seed} ${number}`).digest();
  return randomFrom(digest.readUInt32LE(0));
}

/** The valid request of a number. */
export function validRequest(seed: number, number: number, erpValues: ErpValues): FuzzRequest {
  const random = randomOf(seed, number);
  const endpoint = pick(random, contract.endpoints);
  const { bytes, allowed } = ordinary(endpoint, erpValues, random);
  return { kind: 'valid', endpoint, ...plainHead, body: bytes, allowed };
}

/** The request of a number. */
export function generate(seed: number, number: number, erpValues: ErpValues): FuzzRequest {
  const random = randomOf(seed, number);
  const endpoint = pick(random, contract.endpoints);
  const kind = anyKind(random);
  const body = kind.body(endpoint, erpValues, random);
  const head = kind.name === 'head' ? anyHead(endpoint, random) : plainHead;
  const { bytes, field } = body;
  const allowed = allowedFor(head, body);
  const named = field === undefined || head !== plainHead ? {} : { field };
  return { kind: kind.name, endpoint, ...head, body: bytes, allowed, ...named };
}
