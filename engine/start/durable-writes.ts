/** Writes into ERPs by HTTP: what an engine goes by, and what it brings to an end by itself. */

import { milliseconds } from '../base/duration.ts';
import type { EngineEvent } from '../base/events.ts';
import type { ProfileInput } from '../compile/compile.ts';
import { stepTimeout } from '../compile/write/step-timeout.ts';
import type { Plan } from '../plan/plan.ts';
import { isHttp } from '../profile/schema/index.ts';
import { explain } from '../run/context/problem-of.ts';
import { completionFinders } from '../run/http-write/completion-lookups.ts';
import type { DurableRuntime, Runtime } from '../run/runtime/runtime.ts';
import type { DurableClaims } from '../run/write/durable/claims.ts';
import { completeDue } from '../run/write/durable/completion.ts';
import { type Background, startBackground } from '../run/write/durable/completion-loop.ts';
import type { DurableTiming } from '../run/write/durable/durable-work.ts';
import { createUnchangedClaims } from '../run/write/durable/unchanged-claims.ts';
import { SourceError } from '../sources/source.ts';
import { storeInstallationOf } from './installation.ts';

/** What a service lends an engine for such writes. */
export interface DurableInput {
  /** On the disk of a store that all replicas share. */
  readonly claims: DurableClaims;
  /** Milliseconds since the epoch, by a clock that goes on evenly, whatever is done to that of the machine. */
  readonly clock: () => number;
}

/** A lease outlasts a step by that much, for the store and for pauses of the process. */
const leaseMargin = 5_000;
/** How long a caller waits behind another one, and how often it looks. */
const [patienceMs, pollMs] = [8_000, 250];
/** Longest pause between two looks at what nobody takes care of. */
const longestPause = 5_000;

/** The spans of a profile: of several ERPs, those of the slowest. */
function timingOf({ profile }: ProfileInput): DurableTiming {
  const sources = Object.values(profile.sources).filter(isHttp);
  const timeout = Math.max(0, ...sources.map(stepTimeout));
  return {
    leaseMs: 2 * timeout + leaseMargin,
    settleMs: Math.max(0, ...sources.map(({ writes }) => milliseconds(writes?.settle ?? '10s'))),
    apartMs: Math.max(0, ...sources.map(({ writes }) => milliseconds(writes?.apart ?? '20s'))),
    patienceMs,
    pollMs,
  };
}

/** Undefined where the service keeps no claims. */
export function durableRuntimeOf(
  durable: DurableInput | undefined,
  name: string | undefined,
  input: ProfileInput,
): DurableRuntime | undefined {
  return durable && { ...durable, timing: timingOf(input), installation: storeInstallationOf(name, input) };
}

/** Begins to look up what nobody takes care of; undefined where the profile has no such writes. `plan` and `runtime` are asked each time. */
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
  const ports = { claims, timing, installation, unchangedClaims, log: emit };
  const pause = Math.min(longestPause, timing.settleMs, timing.apartMs);
  return startBackground(
    (stopping) => completeDue(completionFinders(plan(), runtime(), emit), { ...ports, stopping }),
    pause,
    (error) => {
      // That the store is away is told by the store, once.
      if (error instanceof SourceError && error.kind === 'unreachable') return;
      emit({ level: 'warn', event: 'lookup_failed', message: explain(error) });
    },
  );
}
