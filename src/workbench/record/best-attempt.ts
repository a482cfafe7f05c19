/** Replays a session until as many calls as possible give the same answers. */
import { type Attempt, type AttemptInput, attempt, type Forced, type SessionData } from './attempt.ts';
import { searchesNames } from './mask-call.ts';
import { startsOf } from './mask-rows.ts';
import type { Captures } from './rows/captures.ts';
import { fixtureUses } from './target.ts';

export interface BestAttempt {
  readonly sessionData: SessionData;
  readonly attempt: Attempt;
}

const lost = ({ result, unsafe }: Attempt): number => result.failures.size + unsafe.length;

const realCalls = ({ result }: Attempt) => [...result.failures.keys()].map(({ real }) => real);

/**
 * Replaces and replays. Where calls are answered in another way, it tries one remedy after the other, and keeps those that help: the keys that the
 * engine computes of replaced requests, a fixture each for reads and writes, an order of names, another use of the fixture, more rows, and another
 * order of the rows that a search for names finds. `captures`: undefined if the databases have changed since the calls.
 */
export async function bestAttempt(
  input: AttemptInput,
  sessionData: SessionData,
  captures: Captures | undefined,
): Promise<BestAttempt> {
  const keys = sessionData.calls.flatMap(({ hashedKey }) =>
    hashedKey === undefined ? [] : [[hashedKey, hashedKey] as const],
  );
  const [first, ...uses] = fixtureUses(input.target);
  let forced: Forced = { use: first, isDivided: false, starts: new Map(), computed: new Map(keys), anyOrder: false };
  let best: BestAttempt = { sessionData, attempt: await attempt(input, sessionData, forced) };
  const use = async (data: SessionData, more: Partial<Forced>): Promise<void> => {
    const next = { ...forced, ...more };
    const made = await attempt(input, data, next);
    // A later use of the fixture depends on less: its reason for a lost call is the one that counts.
    const isOther = next.use !== forced.use && lost(made) === lost(best.attempt);
    if (lost(made) >= lost(best.attempt) && !isOther) return;
    best = { sessionData: data, attempt: made };
    forced = next;
  };
  const { failures, hashedKeys } = best.attempt.result;
  if (failures.size > 0 && [...hashedKeys].some(([real, fake]) => real !== fake))
    await use(best.sessionData, { computed: new Map([...keys, ...hashedKeys]) });
  if (lost(best.attempt) > 0 && sessionData.before !== undefined) await use(best.sessionData, { isDivided: true });
  const starts = startsOf(sessionData.captured);
  if (lost(best.attempt) > 0 && starts.size > 0) await use(best.sessionData, { starts });
  for (const other of uses) {
    if (lost(best.attempt) === 0) break;
    await use(best.sessionData, { use: other, starts: new Map() });
    if (lost(best.attempt) > 0 && starts.size > 0) await use(best.sessionData, { use: other, starts });
  }
  if ((await captures?.widen(realCalls(best.attempt))) === true) {
    const wider = { ...best.sessionData, captured: captures?.rows() ?? [] };
    await use(wider, {});
    const more = startsOf(wider.captured);
    if (lost(best.attempt) > 0 && more.size > 0) await use(wider, { starts: more });
  }
  const searches = [...best.attempt.result.failures.keys()].some(({ endpoint }) => searchesNames(endpoint));
  if (searches) await use(best.sessionData, { anyOrder: true });
  return best;
}

/** Reads the rows that a replay needs and has not got: before writes change the databases. */
export async function readMissingRows(
  input: AttemptInput,
  sessionData: SessionData,
  captures: Captures,
): Promise<void> {
  const [use] = fixtureUses(input.target);
  const forced: Forced = { use, isDivided: false, starts: new Map(), computed: new Map(), anyOrder: false };
  await captures.widen(realCalls(await attempt(input, sessionData, forced)));
}
