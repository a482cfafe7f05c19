/** One replay of a session with replaced values. */

import type { SqlSource } from '../../../engine/host/index.ts';
import type { Bases, Endpoint } from '../../../engine/index.ts';
import type { Declared } from '../../../engine/tools/index.ts';
import type { ProfileInput } from '../../service/lifecycle/load-profile.ts';
import { allowedColumns, createMasker, keepsKnownNames, keepsNamesOfRecords, type Masker } from '../masking/index.ts';
import type { Fixtures } from '../testing/fixture/fixture.ts';
import { caseSettings, idsInSettings } from './case-settings.ts';
import type { ReplayedCall } from './case-text.ts';
import { textsIn } from './case-values.ts';
import { type DescribedAnswers, enumeratedIn } from './described-values.ts';
import { fixtureFiles } from './fixture-files.ts';
import { fieldNames, literalsIn, valuesNamedIn } from './kept-values.ts';
import { maskMembers } from './mask-call.ts';
import { type ExchangeMasking, maskedAnswers } from './mask-exchanges.ts';
import { allowedIds, idsIn, maskedRows, masksOf, type TableMasks } from './mask-rows.ts';
import { type Part, partsOf, type SeenRows, useOf } from './parts.ts';
import { type MaskedCall, type ReplayInput, type ReplayResult, replay } from './replay.ts';
import { type ReviewedPlace, reviewedColumns, reviewMembers } from './review.ts';
import type { RecordedCall } from './session.ts';
import type { FixtureUse, RecordingTarget } from './target.ts';
import { unusableFor } from './unusable.ts';

/** What a replay needs besides the session. */
export interface AttemptInput {
  readonly profile: ProfileInput;
  /** The text of the profile, merged with those that it extends. */
  readonly profileText: string;
  readonly bases: Bases;
  readonly declared: Declared;
  /** What the vendors' descriptions of sources over HTTP say of an answer. */
  readonly described: DescribedAnswers;
  readonly demoSku: string | undefined;
  /** The key of the replacements. */
  readonly key: string;
  /** Columns whose values are kept: `TABLE.COLUMN`, or `COLUMN`. */
  readonly allow: readonly string[];
  /** The ERP's databases by source, for reading rows. */
  readonly databases: ReadonlyMap<string, SqlSource>;
  /** SQL that creates the tables, by source, instead of what the catalogue says. */
  readonly schemas: ReadonlyMap<string, string>;
  readonly target: RecordingTarget;
  readonly fixtures: Fixtures;
}

/** A call that is not in the result, and why: a clause without a full stop, without real values. */
export interface OmittedCall {
  readonly path: string;
  /** With replaced values; undefined where a real word can be in it. */
  readonly request: Readonly<Record<string, unknown>> | undefined;
  readonly reason: string;
}

/** What a session has seen, with real values. Only in memory. */
export interface SessionData extends SeenRows {
  readonly calls: readonly RecordedCall[];
  readonly facts: ReadonlyMap<string, boolean>;
  readonly documentTime: number;
}

/** What differs between attempts. */
export interface Forced {
  readonly use: FixtureUse;
  /** Whether reads and writes have a fixture each. */
  readonly isDivided: boolean;
  /** The first letters of replaced words, where an order depends on them. */
  readonly starts: ReadonlyMap<string, string>;
  /** The replacements of keys that the engine computes, which are hashes. */
  readonly computed: ReadonlyMap<string, string>;
  /** Whether the rows of a search for names may have another order than in the ERP. */
  readonly anyOrder: boolean;
}

export interface Attempt extends Pick<Forced, 'use' | 'anyOrder'> {
  readonly masker: Masker;
  readonly tables: readonly TableMasks[];
  readonly review: readonly ReviewedPlace[];
  readonly parts: readonly Part[];
  /** The fixtures, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly settings: Readonly<Record<string, string>>;
  readonly unusable: readonly OmittedCall[];
  readonly result: ReplayResult;
  /** Replayed calls that contain a real word. The others do not. */
  readonly unsafe: readonly ReplayedCall[];
  readonly safe: readonly ReplayedCall[];
}

/** Replaces all values, and replays the calls. */
export async function attempt(
  input: AttemptInput,
  sessionData: SessionData,
  { use, isDivided, anyOrder, ...forced }: Forced,
): Promise<Attempt> {
  const { key, allow, profile, profileText } = input;
  const tables = masksOf(sessionData.captured, allowedColumns(allow));
  const endpoints = new Map(profile.contract.endpoints.map((endpoint) => [endpoint.path, endpoint]));
  const tableNames = sessionData.captured.flatMap(({ database }) => database.tables.map(({ name }) => name));
  const settingsInput = { ...input, environment: profile.environment, tables: tableNames };
  const ids = new Set([...idsIn(tables), ...requestIds(sessionData.calls, endpoints), ...idsInSettings(settingsInput)]);
  const literals = [...input.schemas.values()].flatMap(literalsIn);
  const named = [...valuesNamedIn(profileText), ...fieldNames(profile.contract), ...literals];
  const keep = new Set([...named, ...allowedIds(tables), ...enumeratedIn(sessionData.calls, input.described)]);
  const masker = createMasker({ key, keep, ids, ...forced });
  const memberNames = new Set(named.map((name) => name.toLowerCase()));
  const members = reviewMembers();
  // Rows come first: words of answers and requests are recognised by the names in them.
  const parts = partsOf(input.target, sessionData, isDivided);
  const files = new Map(
    parts.flatMap((part) => {
      const rowsOf = new Map(
        part.captured.map((one) => [one.source, maskedRows(one, tables, masker, keepsKnownNames(memberNames))]),
      );
      return [...fixtureFiles({ ...input, target: part.target }, useOf(part, use), part.captured, rowsOf)];
    }),
  );
  const calls: MaskedCall[] = [];
  const unused: (readonly [call: RecordedCall, reason: string])[] = [];
  const masking: ExchangeMasking = {
    ...{ masker, onText: members.add, describedBy: input.described, profileText: profileText.toLowerCase() },
    keepsName: keepsNamesOfRecords(memberNames),
  };
  for (const call of sessionData.calls) {
    const endpoint = endpoints.get(call.path);
    const reason = unusableFor(call);
    const answers = maskedAnswers(call.exchanges, masking);
    if (endpoint === undefined || reason !== undefined) unused.push([call, reason ?? 'it is no endpoint']);
    else if (answers === undefined) unused.push([call, 'the ERP did not answer']);
    else calls.push({ endpoint, real: call, request: {}, answers });
  }
  // Requests come last: a searched text is a part of a name that is known by now.
  const masked = calls.map((call) => ({
    ...call,
    request: maskMembers(call.endpoint.request, call.real.request, masker),
  }));
  const unusable = unused.map(([{ path, request }, reason]): OmittedCall => {
    const fields = endpoints.get(path)?.request;
    return { path, reason, request: fields === undefined ? {} : maskMembers(fields, request, masker) };
  });
  const settings = caseSettings(settingsInput, masker);
  const results: ReplayResult[] = [];
  for (const { target, isFor } of parts) {
    const endpointCalls = masked.filter(({ endpoint }) => isFor(endpoint));
    results.push(
      await replayAll({
        ...input,
        ...sessionData,
        target,
        masker,
        calls: endpointCalls,
        settings,
        files,
        use,
        anyOrder,
      }),
    );
  }
  const result = merged(results);
  const [unsafe, safe] = divided(result.replayed, (call) => masker.leaks(textsIn(call).join('\n')).length > 0);
  const review = [...reviewedColumns(tables, masker), ...members.places()];
  return { use, anyOrder, masker, tables, review, parts, files, settings, unusable, result, unsafe, safe };
}

/** The results of the parts of a session as one. */
const merged = (results: readonly ReplayResult[]): ReplayResult => ({
  replayed: results.flatMap(({ replayed }) => replayed),
  failures: new Map(results.flatMap(({ failures }) => [...failures])),
  hashedKeys: new Map(results.flatMap(({ hashedKeys }) => [...hashedKeys])),
  bases: new Map(results.flatMap(({ bases }) => [...bases])),
});

/** Times that calls are replayed at most. */
const mostReplays = 4;

/** Replays until only calls are left that give the same answers without the others: a write that is left out changes what later calls find. */
async function replayAll(input: ReplayInput): Promise<ReplayResult> {
  let result = await replay(input);
  const failures = new Map(result.failures);
  const { hashedKeys } = result;
  for (let round = 1; round < mostReplays; round++) {
    if (![...result.failures.keys()].some(({ endpoint }) => endpoint.answer.kind === 'write')) break;
    result = await replay({ ...input, calls: input.calls.filter((call) => !failures.has(call)) });
    for (const [call, reason] of result.failures) failures.set(call, reason);
  }
  return { ...result, failures, hashedKeys };
}

function requestIds(calls: readonly RecordedCall[], endpoints: ReadonlyMap<string, Endpoint>): readonly string[] {
  return calls.flatMap(({ path, request }) =>
    Object.entries(request).flatMap(([name, value]) => {
      const isId = endpoints.get(path)?.request[name]?.type === 'id' || /sku|number/i.test(name);
      return isId && typeof value === 'string' ? [value.trim()] : [];
    }),
  );
}

/** The items for which `isFirst` is true, and the others. */
export function divided<T>(
  items: readonly T[],
  isFirst: (item: T, index: number) => boolean,
): readonly [readonly T[], readonly T[]] {
  return [items.filter(isFirst), items.filter((item, index) => !isFirst(item, index))];
}
