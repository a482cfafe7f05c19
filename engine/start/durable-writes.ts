/** Writes into ERPs over HTTP: their timing, and the background work that completes them. */

import { milliseconds } from '../base/duration.ts';
import type { EngineEvent } from '../base/events.ts';
import type { ProfileInput } from '../compile/compile.ts';
import { stepTimeout } from '../compile/write/step-timeout.ts';
import type { Plan } from '../plan/plan.ts';
import { isHttp } from '../profile/schema/index.ts';
import { explain } from '../run/context/problem-of.ts';
import { recoveriesOf } from '../run/http-write/recovery.ts';
import type { DurableRuntime, Runtime } from '../run/runtime/runtime.ts';
import type { DurableClaims } from '../run/write/durable/claims.ts';
import { completeDue } from '../run/write/durable/completion.ts';
import { type Background, startBackground } from '../run/write/durable/completion-loop.ts';
import type { DurableTiming } from '../run/write/durable/durable-work.ts';
import { createTurns } from '../run/write/durable/turns.ts';
import { createUnchangedClaims } from '../run/write/durable/unchanged-claims.ts';
import { SourceError } from '../sources/source.ts';
import { storeInstallationOf } from './installation.ts';

/** What a service provides for such writes. */
export interface DurableInput {
  /** Stored in a database that all replicas share. */
  readonly claims: DurableClaims;
  /** Milliseconds since the epoch, from a clock that does not jump when the machine's clock is set. */
  readonly clock: () => number;
}

/** The lease of an owner that has sent nothing, in milliseconds. */
const claimMs = 10_000;
/** The lease of a step is longer than its timeout by this time (milliseconds), for the store and for pauses of the process. */
const leaseMargin = 5_000;
/** How long a step may be in progress before another request looks for its document, in milliseconds. */
const proofAfter = 5_000;
/** Maximum wait of a caller for another one, and the interval of its checks, in milliseconds. */
const [maxWaitMs, pollMs] = [8_000, 250];
/** Longest pause between two searches for abandoned claims, in milliseconds. */
const longestPause = 5_000;

/** Waits of a caller over a mock ERP, which answers at once, are shorter by this factor. */
const mockedBy = 25;

/** The timing of a profile; with several ERPs, that of the slowest. */
function timingOf({ profile }: ProfileInput, isMocked: boolean): DurableTiming {
  const sources = Object.values(profile.sources).filter(isHttp);
  const timeout = Math.max(0, ...sources.map(stepTimeout));
  const factor = isMocked ? mockedBy : 1;
  return {
    claimMs,
    leaseMs: timeout + leaseMargin,
    proofMs: sources.every(({ writes }) => writes?.atomic === true) ? proofAfter / factor : undefined,
    settleMs: Math.max(0, ...sources.map(({ writes }) => milliseconds(writes?.settle ?? '10s'))),
    apartMs: Math.max(0, ...sources.map(({ writes }) => milliseconds(writes?.apart ?? '20s'))),
    maxWaitMs: maxWaitMs / factor,
    pollMs: pollMs / factor,
  };
}

/** What the runtime of durable writes follows from. */
interface DurableOptions {
  /** Undefined if the service keeps no claims. */
  readonly durable: DurableInput | undefined;
  /** Of the installation; undefined if the profile names it. */
  readonly name: string | undefined;
  /** Whether a mock replaces the ERP. */
  readonly isMocked: boolean;
}

/** Undefined if the service keeps no claims. */
export function durableRuntimeOf(
  { durable, name, isMocked }: DurableOptions,
  input: ProfileInput,
): DurableRuntime | undefined {
  if (durable === undefined) return undefined;
  const lockState = { turns: createTurns(), holders: createUnchangedClaims(durable.clock) };
  return { ...durable, timing: timingOf(input, isMocked), lockState, installation: storeInstallationOf(name, input) };
}

/**
 * Starts to complete abandoned claims in the background; undefined if the profile has no such writes. `plan` and
 * `runtime` are called for each search.
 */
export function startCompletion(
  durable: DurableRuntime | undefined,
  input: ProfileInput,
  plan: () => Plan,
  runtime: () => Runtime,
  emit: (event: EngineEvent) => void,
): Background | undefined {
  if (durable === undefined || !Object.values(input.profile.sources).some(isHttp)) return undefined;
  const { claims, clock, timing, installation } = durable;
  const unchangedClaims = createUnchangedClaims(clock);
  const ports = { claims, clock, timing, installation, unchangedClaims, log: emit };
  const pause = Math.min(longestPause, timing.settleMs, timing.apartMs);
  return startBackground(
    (stopping) => completeDue(recoveriesOf(plan(), runtime(), emit), { ...ports, stopping }),
    pause,
    (error) => {
      // The store itself logs, once, that it is unreachable.
      if (error instanceof SourceError && error.kind === 'unreachable') return;
      emit({ level: 'warn', event: 'lookup_failed', message: explain(error) });
    },
  );
}
