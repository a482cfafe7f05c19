/** An engine: a compiled profile with its sources. It checks and answers calls, and knows how its ERP is. */
import { dirname } from 'node:path';
import type { Contract } from '../base/contract.ts';
import type { EngineEvent } from '../base/events.ts';
import type { Problem } from '../base/problem.ts';
import type { ProfileInput } from '../compile/compile.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import type { EndpointPlan } from '../plan/plan.ts';
import { visibleSettings } from '../profile/settings.ts';
import { runCall } from '../run/call.ts';
import { checkRequest, invalidProblem } from '../run/check-request.ts';
import type { Bookmarks, VersionMarks } from '../run/context/ports.ts';
import { explain } from '../run/context/problem-of.ts';
import { failedOutcome, type Outcome } from '../run/outcome.ts';
import type { Runtime } from '../run/runtime/runtime.ts';
import type { KeyGuard } from '../run/write/claim.ts';
import type { InFlight } from '../run/write/coalesce-writes.ts';
import type { Background } from '../run/write/durable/completion-loop.ts';
import { sampleHint } from '../run/write/sample-draft.ts';
import type { RequestValues } from '../shape/request.ts';
import type { AnySource } from '../sources/any-source.ts';
import type { TokenStore } from '../sources/http/auth/token-store.ts';
import type { RateStore } from '../sources/http/rates/rate-store.ts';
import type { CallSignal } from '../sources/source.ts';
import { openSources } from './connect.ts';
import { type DurableInput, durableRuntimeOf, startCompletion } from './durable-writes.ts';
import { installationOf } from './installation.ts';
import { type Knowledge, nothingKnown, takeIn } from './prepare-source.ts';
import { probeSource } from './source-probe.ts';
import type { Trial } from './test-overrides.ts';

/** What an engine is told about one call. `deadline` is in milliseconds since the epoch. */
export interface EngineCall {
  readonly requestId: string;
  readonly deadline: number;
  /** Aborted when the caller went away: reads are given up, writes run on. */
  readonly signal?: CallSignal;
}

export interface Engine {
  readonly contract: Contract;
  /** Checks the request, runs the plan and gives the answer. Expected failures are values; it does not reject. */
  call(path: string, body: unknown, call: EngineCall): Promise<Outcome>;
  /** The result of the last background probe; answers at once. Why an ERP is not ready stands in the log. */
  health(): { readonly ready: boolean };
  /** Opens sources and asks the databases that can be reached about every statement. Errors mean: do not start. */
  start(): Promise<readonly Diagnostic[]>;
  close(): Promise<void>;
}

export interface EngineOptions {
  readonly input: ProfileInput;
  /** Absolute path of the profile: relative paths in it count from its folder. */
  readonly profileFile: string;
  /** Name of this installation: part of every write's key, so that a test company never answers for the live one. */
  readonly installation: string | undefined;
  /** The article of the platform's connection test. */
  readonly demoSku: string | undefined;
  /** Where the pages of a walk through a list begin. */
  readonly bookmarks: Bookmarks;
  /** What counters of changes stood at. */
  readonly versions: VersionMarks;
  /** Where tokens that rotate are kept; undefined where there is no key to encrypt them with. */
  readonly tokens?: TokenStore | undefined;
  /** Where all replicas count their requests to an ERP together; undefined: each for itself. */
  readonly rates?: RateStore | undefined;
  /** What writes into ERPs by HTTP go by. A profile that has them needs it. */
  readonly durable?: DurableInput | undefined;
  /** Instances of the service; 1 when not given. */
  readonly replicas?: number;
  /** The profile is tried, not served. */
  readonly trial?: Trial | undefined;
  readonly emit: (event: EngineEvent) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

const probeEvery = 5_000;
/** Why a source is not ready that was never asked. */
const notOpened = 'not opened yet';

/** Everything that changes while an engine lives. */
interface State {
  sources: ReadonlyMap<string, AnySource>;
  /** Of the sources whose database has been asked. */
  known: Knowledge;
  runtime: Runtime;
  /** By source: why it is not ready. */
  readonly down: Map<string, string>;
  timer: NodeJS.Timeout | undefined;
  background: Background | undefined;
  closed: boolean;
}

/** An engine of a checked profile. Its databases are not touched before `start()`. */
export function createEngine(options: EngineOptions): Engine {
  const { input, emit, now } = options;
  const { contract } = input;
  const tables = options.trial?.tables ?? 'made';
  const inFlight: InFlight = new Map();
  const installation = installationOf(options.installation, input);
  const durable = durableRuntimeOf(options.durable, options.installation, input);
  let turn: Promise<unknown> = Promise.resolve();
  const state: State = {
    sources: new Map(),
    known: nothingKnown(input),
    runtime: runtimeOf(new Map(), new Map()),
    down: new Map(Object.keys(input.profile.sources).map((name) => [name, notOpened])),
    timer: undefined,
    background: undefined,
    closed: false,
  };

  function runtimeOf(sources: ReadonlyMap<string, AnySource>, guards: ReadonlyMap<string, KeyGuard>): Runtime {
    return {
      opening: `{"schemaVersion":${JSON.stringify(contract.version)}`,
      sources,
      guards,
      durable,
      settings: visibleSettings(input.settings),
      zone: Object.values(input.profile.sources)[0]?.clock ?? 'UTC',
      installation,
      identity: JSON.stringify([installation, ...[...sources.values()].map((source) => source.identity)]),
      demoSku: options.demoSku,
      bookmarks: options.bookmarks,
      versions: options.versions,
      inFlight,
      documentTime: options.trial?.documentTime ?? now,
      now,
      trace: options.trial?.trace,
      rehearsed: options.trial?.rehearsal !== undefined,
    };
  }

  /** Asks one database about the profile, and takes the source into service. One after the other: each builds on what is known. */
  function take(name: string, source: AnySource): Promise<readonly Diagnostic[]> {
    const taken = turn.then(async () => {
      const { known, truths, unreachable, diagnostics } = await takeIn(
        name,
        source,
        state.known,
        input,
        now,
        tables,
        options.trial?.facts,
      );
      if (unreachable !== undefined) {
        state.down.set(name, unreachable.message);
        emit({ level: 'warn', event: 'source_unreachable', source: name, message: unreachable.message });
      }
      if (known !== undefined) {
        state.known = known;
        state.runtime = runtimeOf(known.ready, known.guards);
        if (truths.size > 0)
          emit({
            level: 'info',
            event: 'facts_read',
            source: name,
            facts: Object.fromEntries(truths),
            message: `The facts that the source ${name} decides are known.`,
          });
      }
      return diagnostics;
    });
    turn = taken.catch(() => undefined);
    return taken;
  }

  async function probe(name: string, source: AnySource): Promise<void> {
    const before = state.down.get(name);
    try {
      // An ERP that is played expects what a case says, and nothing else.
      const own = state.known.compilation.probes.get(name);
      const plan = own?.kind === 'http' && options.trial?.play !== undefined ? undefined : own;
      const asked = { source, plan, settings: state.runtime.settings };
      // What is known to be away stays so until it answers.
      if ((await probeSource(asked, now)) === 'throttled' && before !== undefined && before !== notOpened) return;
      if (!state.known.ready.has(name)) {
        const faults = (await take(name, source)).filter(({ severity }) => severity === 'error');
        if (faults.length > 0)
          throw new Error(`the profile does not fit the database: ${faults.map(({ message }) => message).join('; ')}`);
        if (!state.known.ready.has(name)) return;
      }
      state.down.delete(name);
      if (before !== undefined)
        emit({ level: 'info', event: 'source_ready', source: name, message: `The source ${name} answers.` });
    } catch (error) {
      const reason = explain(error);
      state.down.set(name, reason);
      if (before !== reason) emit({ level: 'error', event: 'source_not_ready', source: name, message: reason });
    }
  }

  /** Of an ERP by HTTP that no probe asks, its last requests tell. */
  function isAway(name: string, source: AnySource): boolean {
    return source.kind === 'http' && !state.known.compilation.probes.has(name) && source.away();
  }

  async function watch(): Promise<void> {
    await Promise.all([...state.sources].map(([name, source]) => probe(name, source)));
    if (!state.closed) state.timer = setTimeout(() => void watch(), probeEvery).unref();
  }

  /** A refused draft may have been a connection test. */
  function hintAtSample({ endpoint }: EndpointPlan, request: RequestValues, problem: Problem, requestId: string): void {
    const message = sampleHint(endpoint.answer, request, options.demoSku, problem);
    if (message !== undefined)
      emit({ level: 'info', event: 'draft_refused', requestId, endpoint: endpoint.path, message });
  }

  return {
    contract,
    health: () => ({
      ready: state.down.size === 0 && ![...state.sources].some(([name, source]) => isAway(name, source)),
    }),
    async start() {
      const opened = await openSources(input, dirname(options.profileFile), emit, options.trial, {
        installation,
        tokens: options.tokens,
        rates: options.rates,
        replicas: options.replicas ?? 1,
        now,
      });
      state.sources = opened.sources;
      const diagnostics = [...opened.diagnostics];
      for (const [name, source] of opened.sources) diagnostics.push(...(await take(name, source)));
      if (diagnostics.some(({ severity }) => severity === 'error')) return diagnostics;
      await watch();
      const plan = () => state.known.compilation.plan;
      state.background = startCompletion(durable, input, plan, () => state.runtime, emit);
      return diagnostics;
    },
    async call(path, body, { requestId, deadline, signal }) {
      const plan = state.known.compilation.plan.get(path);
      if (plan === undefined) {
        return { ok: false, problem: { kind: 'unprovided', message: `This ERP profile does not provide ${path}.` } };
      }
      const checked = checkRequest(plan, body, options.demoSku);
      if (!checked.ok) {
        const problem = invalidProblem(checked);
        hintAtSample(plan, checked.sound, problem, requestId);
        return { ok: false, problem };
      }
      state.runtime.trace?.({ kind: 'request', request: checked.value });
      try {
        const log = (event: EngineEvent): void => emit({ ...event, requestId });
        const call = signal === undefined ? { deadline } : { deadline, signal };
        return { ok: true, json: await runCall(plan, state.runtime, checked.value, call, log) };
      } catch (error) {
        const outcome = failedOutcome(error, plan.work.kind === 'write');
        if (outcome.problem.kind === 'invalid') hintAtSample(plan, checked.value, outcome.problem, requestId);
        return outcome;
      }
    },
    async close() {
      state.closed = true;
      clearTimeout(state.timer);
      await state.background?.stop();
      // A write runs to its end whoever gave up on it: its connection is taken away only then.
      await Promise.allSettled(inFlight.values());
      await Promise.all([...state.sources.values()].map((source) => source.close()));
    },
  };
}
