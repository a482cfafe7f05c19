/**
 * Looks for requests that reach parts of the profile which no call has reached: it varies known requests, takes ids and amounts from answers, and goes on from each
 * request that reaches something new.
 */
import type { Contract, Endpoint } from '../../../../engine/index.ts';
import type { CallRunner, CallToRecord, RecordedCall } from '../session.ts';
import type { ChosenCalls } from './chosen-calls.ts';
import { type KnownValues, meaningOf } from './known-values.ts';
import { combinationsOf, interleaved, plainRequest, variationsOf, withRow } from './variations.ts';

interface ExploreInput {
  readonly contract: Contract;
  readonly session: CallRunner;
  /** The endpoints whose requests are varied. */
  readonly endpoints: readonly Endpoint[];
  readonly chosen: ChosenCalls;
  readonly knownValues: KnownValues;
  /** Further calls of one endpoint at most. */
  readonly most: number;
  /** Makes the texts of new documents different from those of other sessions. */
  readonly stamp: string;
}

type Request = CallToRecord['request'];

/** Calls in a row that reach nothing new before an endpoint is given up. */
const mostInVain = 60;
/** Rows of answers, requests that are varied, and pages behind one another. */
const [mostFromRows, mostSeeds, mostPages] = [24, 3, 10];

/** Offers each call to the chosen ones. Calls run one after the other. */
export async function explore(input: ExploreInput): Promise<void> {
  for (const endpoint of input.endpoints) await exploreOne(input, endpoint);
}

/** `from`: the request that it is a variation of. */
interface Variation {
  readonly request: Request;
  readonly from: Request | undefined;
}

async function exploreOne(input: ExploreInput, endpoint: Endpoint): Promise<void> {
  const { session, chosen, knownValues, most } = input;
  const queue = firstRequests(input, endpoint);
  const renewed = freshKeys(endpoint, input.stamp);
  let fruitlessCalls = 0;
  for (let tried = 0; tried < most && fruitlessCalls < mostInVain; ) {
    const next = queue.shift();
    if (next === undefined) return;
    const { path } = endpoint;
    if (chosen.has({ path, request: next.request })) continue;
    const ran = await session.call({ path, request: renewed(next) });
    tried += 1;
    knownValues.add(endpoint, ran);
    const isNew = chosen.offer(ran);
    fruitlessCalls = isNew ? 0 : fruitlessCalls + 1;
    const following = nextPage(endpoint, ran);
    if (following !== undefined) queue.unshift({ request: following, from: ran.request });
    if (isNew) queue.unshift(...variationsFrom(input, endpoint, ran.request));
  }
}

const variationsFrom = (
  { contract, knownValues }: ExploreInput,
  endpoint: Endpoint,
  from: Request,
): readonly Variation[] => variationsOf(endpoint, from, contract, knownValues).map((request) => ({ request, from }));

/** Requests with the ids of answers, and variations of known requests, one of each in turn. */
function firstRequests(input: ExploreInput, endpoint: Endpoint): Variation[] {
  const { chosen, knownValues } = input;
  const answeredCalls = chosen.calls().filter(({ path, outcome }) => path === endpoint.path && outcome.ok);
  const best = [...answeredCalls].sort((one, other) => other.points.size - one.points.size).slice(0, mostSeeds);
  const seeds = best.length > 0 ? best.map(({ request }) => request) : [plainRequest(endpoint, knownValues)];
  const [seed = {}] = seeds;
  const fromRows = unlike(endpoint, knownValues).flatMap((row): readonly Variation[] => {
    const request = withRow(endpoint, seed, row);
    return request === undefined ? [] : [{ request, from: seed }];
  });
  const combined = combinationsOf(endpoint, seed, knownValues).map((request): Variation => ({ request, from: seed }));
  const first = seeds.map((request): Variation => ({ request, from: undefined }));
  return [...interleaved([first, combined, fromRows, ...seeds.map((one) => variationsFrom(input, endpoint, one))])];
}

/** Rows that differ in what the request can take from them, spread over all answers. */
function unlike({ request }: Endpoint, knownValues: KnownValues): ReturnType<KnownValues['rows']> {
  const ids = Object.entries(request).flatMap(([name, field]) => (field.type === 'id' ? [meaningOf(name, field)] : []));
  const byIds = Map.groupBy(knownValues.rows(), (row) => ids.map((id) => String(row.get(id))).join('\n'));
  const firsts = [...byIds.values()].flatMap(([first]) => first ?? []);
  const step = Math.max(1, Math.floor(firsts.length / mostFromRows));
  return firsts.filter((_, index) => index % step === 0);
}

/** The next page of the same list, as far as the limit of pages. */
function nextPage({ request: fields, answer }: Endpoint, { request, outcome }: RecordedCall): Request | undefined {
  if (answer.kind !== 'rows' || !answer.paged || !outcome.ok || !/"hasMore": ?true/.test(outcome.json))
    return undefined;
  const page = typeof request.page === 'number' ? request.page : 1;
  const { limit } = fields;
  const largest = limit?.type === 'integer' ? limit.maximum : undefined;
  const isOther = request.limit !== largest;
  return page >= mostPages
    ? undefined
    : { ...request, page: isOther ? 1 : page + 1, ...(largest === undefined ? {} : { limit: largest }) };
}

/**
 * Gives a variation of a document a number of its own, so that it is no repetition. Where the number itself is varied, it stays. Ids, dates and amounts of a key stay
 * too.
 */
function freshKeys({ answer, request: fields }: Endpoint, stamp: string): (variation: Variation) => Request {
  const keys = answer.kind === 'write' ? answer.key : [];
  const texts = keys.filter((name) => fields[name]?.type === 'text' && fields[name].required);
  let count = 0;
  return ({ request, from }) => {
    const sharedTexts = from === undefined ? [] : texts.filter((name) => request[name] === from[name]);
    if (sharedTexts.length > 0) count += 1;
    return { ...request, ...Object.fromEntries(sharedTexts.map((name) => [name, `R-${stamp}-${count}`])) };
  };
}
