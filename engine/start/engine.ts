/**
 * An engine: a compiled profile with its sources. It checks and answers requests, and reports whether its ERP is
 * ready.
 */
import { dirname } from 'node:path';
import type { Contract } from '../base/contract.ts';
import { ProblemError } from '../base/problem.ts';
import { callOf, type ThreadUser } from '../base/shared-thread.ts';
import { type Diagnostic, hasError } from '../diagnostics/diagnostic.ts';
import { answerCall, type EngineCall } from '../run/answer-call.ts';
import type { Outcome } from '../run/outcome.ts';
import type { InFlight } from '../run/write/coalesce-writes.ts';
import type { Background } from '../run/write/durable/completion-loop.ts';
import { measured } from '../sources/sql/measured.ts';
import type { AnySource } from './any-source.ts';
import { durableRuntimeOf, startCompletion } from './durable-writes.ts';
import type { EngineOptions } from './engine-options.ts';
import { maskedParts, runtimeFactory } from './engine-runtime.ts';
import { type EngineStatus, endpointStatuses } from './engine-status.ts';
import { installationOf, tokenInstallationOf } from './installation.ts';
import { maskedEmit } from './masked-events.ts';
import { openSources } from './open-sources.ts';
import { createMonitor } from './source-monitor.ts';
import { createPreparer } from './source-preparer.ts';

export interface EngineHealth {
  readonly ready: boolean;
  /** Whether it is not ready because a customer has to give consent; missing if not. */
  readonly consentNeeded?: true;
}

export interface Engine {
  readonly contract: Contract;
  /**
   * Checks the request, runs the plan and returns the answer. Expected failures are values; never rejects because of
   * them.
   */
  call(path: string, body: unknown, call: EngineCall): Promise<Outcome>;
  /** The result of the last background probe, without waiting. The log has the reason if the ERP is not ready. */
  health(): EngineHealth;
  /** The state of sources, pools and endpoints, without waiting. For the operator: reasons may contain hosts and tables. */
  status(): EngineStatus;
  /**
   * Opens the sources, and has the reachable databases describe every statement. Do not serve if the findings include
   * an error.
   */
  start(): Promise<readonly Diagnostic[]>;
  /** Stops probes and background work, waits for writes in progress, and closes the sources. */
  close(): Promise<void>;
}

/** Creates an engine from a checked profile. `start()` opens its sources. */
export function createEngine(options: EngineOptions): Engine {
  const { compiler, now, testOverrides } = options;
  const { input } = compiler;
  const emit = maskedEmit(options.emit, maskedParts(input));
  const inFlight: InFlight = new Map();
  const installation = installationOf(options.installation, input);
  const isMocked = testOverrides?.mock !== undefined;
  const durable = durableRuntimeOf({ durable: options.durable, name: options.installation, isMocked }, input);
  const preparer = createPreparer({
    compiler,
    emit,
    now,
    tables: testOverrides?.tables ?? 'create',
    givenFacts: testOverrides?.facts ?? new Map(),
    runtimeOf: runtimeFactory({ ...options, input, installation, durable, inFlight }),
  });
  const monitor = createMonitor({ preparer, input, emit, now, isMocked });
  let sources: ReadonlyMap<string, AnySource> = new Map();
  let background: Background | undefined;
  const consent = (): { readonly consentNeeded?: true } => (monitor.isConsentNeeded() ? { consentNeeded: true } : {});
  const threadUser: ThreadUser = { name: installation.label };

  return {
    contract: input.contract,
    health: () => ({ ready: monitor.isReady(), ...consent() }),
    status: () => ({
      ready: monitor.isReady(),
      ...consent(),
      sources: monitor.statuses(),
      endpoints: endpointStatuses(preparer.erp().compilation.plan),
    }),
    async start() {
      const { replicas = 1, checksDescriptions = false, tokens, rates, slots } = options;
      const host = {
        serviceName: options.service,
        installation: tokenInstallationOf(options.installation, input),
        tokens,
        rates,
        slots,
        replicas,
        checksDescriptions,
        now,
      };
      const opened = await openSources(input, dirname(options.profileFile), emit, testOverrides, host);
      sources = withStatementReports(opened.sources, options);
      const diagnostics = [...opened.diagnostics, ...(await monitor.prepare(sources))];
      if (hasError(diagnostics)) return diagnostics;
      await monitor.start();
      const plan = () => preparer.erp().compilation.plan;
      background = startCompletion(durable, input, plan, preparer.runtime, emit);
      return diagnostics;
    },
    call(path, body, call) {
      const { plan } = preparer.erp().compilation;
      const runtime = preparer.runtime();
      const endpoint = plan.get(path);
      const answer = () => answerCall({ path, plan: endpoint, body, call, runtime, emit });
      // A write runs to its end.
      return endpoint?.work.kind === 'write'
        ? callOf(threadUser, answer)
        : callOf(threadUser, answer, () => endOfRead(call));
    },
    async close() {
      monitor.stop();
      await background?.stop();
      // A write continues after its caller has disconnected: close its connection only when it has ended.
      await Promise.allSettled(inFlight.values());
      await Promise.all([...sources.values()].map((source) => source.close()));
    },
  };
}

/** The error that ends the computations of a read: nothing waits for its answer after the deadline, or after the caller has disconnected. */
const endOfRead = ({ signal, deadline }: EngineCall): ProblemError | undefined =>
  signal?.aborted === true || Date.now() >= deadline
    ? new ProblemError({ kind: 'timeout', message: 'The answer was not computed in time.' })
    : undefined;

function withStatementReports(
  sources: ReadonlyMap<string, AnySource>,
  { reportStatements, emit }: EngineOptions,
): ReadonlyMap<string, AnySource> {
  if (reportStatements === undefined) return sources;
  const events = reportStatements === 'all' ? emit : undefined;
  return new Map(
    [...sources].map(([name, source]) => [name, source.kind === 'sql' ? measured(name, source, events) : source]),
  );
}
