/** Replays recorded calls with replaced values over a replaced ERP, and compares the answers with the real ones. */
import { isDeepStrictEqual } from 'node:util';
import type { Endpoint, Outcome } from '../../../engine/index.ts';
import type { Declared } from '../../../engine/tools/index.ts';
import type { ProfileInput } from '../../service/lifecycle/load-profile.ts';
import { refusalOf } from '../../service/server/refusal.ts';
import type { Masker } from '../masking/index.ts';
import type { Fixture, Fixtures } from '../testing/fixture/fixture.ts';
import type { ReplayedCall } from './case-text.ts';
import { answerFields, answerMembers, firstDifference, inRealOrder, searchesNames } from './mask-call.ts';
import { type ReplayedAnswer, startReplayingErp } from './replaying-erp.ts';
import { openSession, type RecordedCall } from './session.ts';
import { type FixtureUse, fixturePlace, type RecordingTarget } from './target.ts';
import { withFiles } from './with-files.ts';

/** A call with replaced values. */
export interface MaskedCall {
  readonly endpoint: Endpoint;
  readonly real: RecordedCall;
  readonly request: Readonly<Record<string, unknown>>;
  readonly answers: readonly ReplayedAnswer[];
}

export interface ReplayInput {
  readonly profile: ProfileInput;
  readonly declared: Declared;
  readonly demoSku: string | undefined;
  readonly facts: ReadonlyMap<string, boolean>;
  readonly documentTime: number;
  readonly masker: Masker;
  readonly calls: readonly MaskedCall[];
  readonly settings: Readonly<Record<string, string>>;
  /** The fixture, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly target: RecordingTarget;
  readonly use: FixtureUse;
  readonly fixtures: Fixtures;
  /** Whether the rows of a search for names may have another order than in the ERP. */
  readonly anyOrder: boolean;
}

export interface ReplayResult {
  /** Calls with the same answer as in the ERP. */
  readonly replayed: readonly ReplayedCall[];
  /** Calls with another answer, each with the place: no values. */
  readonly failures: ReadonlyMap<MaskedCall, string>;
  /** The hashed keys of writes: of the real call, and of the replayed one. */
  readonly hashedKeys: ReadonlyMap<string, string>;
  /** Base addresses of the sources that are reached by HTTP. */
  readonly bases: ReadonlyMap<string, string>;
}

/** Fills databases from the fixture, and runs the calls in their order. */
export async function replay(input: ReplayInput): Promise<ReplayResult> {
  return withFiles(input.files, async (folder) => {
    const { folders, ownFixture } = fixturePlace(input.target, input.use, folder);
    const made = await input.fixtures.make(folders, input.declared.sources, ownFixture);
    if (made.kind !== 'made') {
      const reason = made.kind === 'unproven' ? made.reason : made.diagnostics[0]?.message;
      return failedAll(input, `the fixture cannot be created: ${reason}`);
    }
    try {
      return await replayOver(input, made.fixture);
    } finally {
      await made.fixture.drop();
    }
  });
}

const failedAll = ({ calls }: ReplayInput, reason: string): ReplayResult => ({
  replayed: [],
  failures: new Map(calls.map((call) => [call, reason])),
  hashedKeys: new Map(),
  bases: new Map(),
});

async function replayOver(input: ReplayInput, { connections, connectors }: Fixture): Promise<ReplayResult> {
  const { profile, declared, demoSku, facts, documentTime, settings, calls } = input;
  const erp = await startReplayingErp(declared.sources.filter(({ kind }) => kind === 'http').map(({ name }) => name));
  try {
    const { environment } = declared.values(settings);
    const overrides = { connections, connectors, facts, mock: erp.mock, tables: 'create' as const };
    const opened = await openSession({
      ...{
        profile: { ...profile, environment, installation: 'test' },
        demoSku,
        documentTime,
        writes: 'done',
        overrides,
      },
    });
    if (!opened.ok)
      return failedAll(input, `the profile does not run over the fixture: ${opened.diagnostics[0]?.message}`);
    try {
      const replayed: ReplayedCall[] = [];
      const failures = new Map<MaskedCall, string>();
      const hashedKeys = new Map<string, string>();
      for (const call of calls) {
        erp.expect(call.answers);
        const { outcome, hashedKey } = await opened.session.call({ path: call.endpoint.path, request: call.request });
        if (call.real.hashedKey !== undefined && hashedKey !== undefined)
          hashedKeys.set(call.real.hashedKey, hashedKey);
        const failure = differenceOf(call, outcome, input);
        const { endpoint, request } = call;
        const { shows } = call.real;
        if (failure === undefined) replayed.push({ endpoint, request, outcome, exchanges: erp.exchanges(), shows });
        else failures.set(call, failure);
      }
      return { replayed, failures, hashedKeys, bases: erp.bases };
    } finally {
      await opened.session.close();
    }
  } finally {
    await erp.close();
  }
}

function differenceOf(
  { endpoint, real }: MaskedCall,
  outcome: Outcome,
  { masker, anyOrder }: ReplayInput,
): string | undefined {
  if (!real.outcome.ok || !outcome.ok) {
    const [expected, actual] = [statusOf(real.outcome), statusOf(outcome)];
    if (expected !== actual) return `the replay answers ${actual} instead of ${expected}${causeOf(outcome)}`;
    return isDeepStrictEqual(rulesOf(real.outcome), rulesOf(outcome)) ? undefined : 'the replay refuses other fields';
  }
  // The number of a new document is the database's own.
  if (endpoint.answer.kind === 'write') return undefined;
  const fields = answerFields(endpoint);
  const [expected, members] = [answerMembers(real.outcome.json), answerMembers(outcome.json)];
  const actual = anyOrder && searchesNames(endpoint) ? inRealOrder(fields, expected, members, masker) : members;
  const place = firstDifference(fields, expected, actual, masker);
  return place === undefined ? undefined : `the replay answers something else at ${place}`;
}

/** The refused fields with the rules that they break. */
const rulesOf = (outcome: Outcome): readonly (readonly [string, string])[] =>
  outcome.ok ? [] : (refusalOf(outcome.problem).fields ?? []).map(({ field, rule }) => [field, rule]);

/** Why a replayed call was refused: its values are replaced ones. */
function causeOf(outcome: Outcome): string {
  if (outcome.ok) return '';
  const [field] = refusalOf(outcome.problem).fields ?? [];
  const message = outcome.cause?.message ?? field?.message ?? '';
  return message === '' ? '' : ` (${message.replaceAll(/\s+/g, ' ').replace(/\.$/, '').slice(0, 160)})`;
}

const statusOf = (outcome: Outcome): number => (outcome.ok ? 200 : refusalOf(outcome.problem).status);
