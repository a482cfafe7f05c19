/**
 * The engine of a service that is opened by its first request, and closed after a time without one: a company that sends no requests costs no connections and
 * no compiled profile.
 */
import type { Contract, EngineStatus } from '../../../engine/index.ts';
import type { LoadedConfig } from '../config/load.ts';
import type { ServedEngine } from '../server/engine-api.ts';
import { suspendedEngine } from './absent-engines.ts';
import type { OpenEngines } from './open-engines.ts';
import { createReplaceableEngine, type ReplaceableEngine } from './replaceable-engine.ts';

/** An engine, or why there is none: an engine that answers 503. */
export interface OpenedForRequests {
  readonly engine: ServedEngine;
  readonly isUsable: boolean;
}

interface IdleEngineOptions {
  readonly contract: Contract;
  readonly config: LoadedConfig;
  /** Opens and starts an engine. Never rejects because of a faulty profile. */
  readonly open: (config: LoadedConfig) => Promise<OpenedForRequests>;
  /** Whether it may be closed: no write of this service is unsettled. */
  readonly mayClose: () => Promise<boolean>;
  readonly openEngines: OpenEngines;
  /** Receives an error of a close. */
  readonly failed: (error: unknown) => void;
  /** Milliseconds, from a monotonic clock. */
  readonly clock: () => number;
}

/** After a failed opening, requests get the same answer for this time, in milliseconds: each attempt costs a compilation. */
const failureMs = 5_000;

/** A closed engine counts as ready, because its next request opens it, unless its customer has to give consent first. */
const readyHealth = { ready: true } as const;
const consentHealth = { ready: false, consentNeeded: true } as const;
const nothingOpen = { sources: [], endpoints: [] } satisfies Partial<EngineStatus>;

/** More than 80 lines, because all of its functions share the state of the engine. */
export function createIdleEngine(options: IdleEngineOptions): ReplaceableEngine {
  const { contract, open, mayClose, openEngines, failed, clock } = options;
  let { config } = options;
  let opened: { readonly engine: ReplaceableEngine; readonly until: number } | undefined;
  let opening: Promise<ReplaceableEngine> | undefined;
  let running = 0;
  let lastUse = clock();
  let isEnded = false;
  let closedHealth: typeof readyHealth | typeof consentHealth = readyHealth;
  /** When its tokens were stored last, by the last look since it was closed. */
  let tokensWritten: number | 'missing' | 'unknown' = 'unknown';
  const suspended = suspendedEngine(contract);
  /** The end of engines whose service was suspended. */
  let ending: Promise<unknown> = Promise.resolve();

  /** A reload may change the configuration meanwhile. */
  async function openLatest(): Promise<OpenedForRequests> {
    const used = config;
    const result = await open(used);
    if (used === config || config.isSuspended) return result;
    await result.engine.close();
    return openLatest();
  }

  async function openNow(): Promise<ReplaceableEngine> {
    const { engine, isUsable } = await openLatest();
    const until = isUsable ? Number.POSITIVE_INFINITY : clock() + failureMs;
    if (opened === undefined) {
      opened = { engine: createReplaceableEngine(engine, failed), until };
      openEngines.add(member);
    } else if (opened.until > clock()) {
      // A reload was faster: its engine may have calls in progress.
      await engine.close();
    } else {
      opened.engine.replace(engine);
      opened = { ...opened, until };
    }
    const replaceable = opened.engine;
    // It may have been suspended meanwhile.
    if (config.isSuspended) void suspendOpened();
    return replaceable;
  }

  async function suspendOpened(): Promise<void> {
    const last = opened;
    opened = undefined;
    openEngines.delete(member);
    ending = Promise.all([ending, last?.engine.suspend()]);
    await ending;
  }

  function openedEngine(): Promise<ReplaceableEngine> {
    if (opened !== undefined && opened.until > clock()) return Promise.resolve(opened.engine);
    opening ??= openNow().finally(() => {
      opening = undefined;
    });
    return opening;
  }

  async function closeOpened(): Promise<void> {
    const closed = opened;
    closedHealth = closed?.engine.health().consentNeeded === true ? consentHealth : readyHealth;
    tokensWritten = 'unknown';
    opened = undefined;
    openEngines.delete(member);
    await closed?.engine.close();
  }

  const member = {
    lastUse: () => lastUse,
    async closeIfIdle(): Promise<boolean> {
      if (running > 0 || opened === undefined || !(await mayClose())) return false;
      // A request may have arrived meanwhile.
      if (running > 0) return false;
      await closeOpened();
      return true;
    },
  };

  return {
    contract,
    health: () => (config.isSuspended ? suspended.health() : (opened?.engine.health() ?? closedHealth)),
    status: () =>
      config.isSuspended ? suspended.status() : (opened?.engine.status() ?? { ...closedHealth, ...nothingOpen }),
    async call(path, body, call) {
      if (config.isSuspended) return suspended.call(path, body, call);
      running += 1;
      lastUse = clock();
      try {
        const engine = await openedEngine();
        return await engine.call(path, body, call);
      } finally {
        running -= 1;
        lastUse = clock();
      }
    },
    isIdle: () => opened === undefined && opening === undefined && !isEnded,
    use(fresh) {
      config = fresh;
    },
    suspend: () => suspendOpened(),
    seeTokens(written) {
      if (written === undefined) closedHealth = consentHealth;
      // Another one than the one that the ERP had refused.
      else if (tokensWritten !== 'unknown' && tokensWritten !== written) closedHealth = readyHealth;
      tokensWritten = written ?? 'missing';
    },
    async wake() {
      if (!config.isSuspended) await openedEngine();
    },
    replace(next) {
      if (opened === undefined) {
        opened = { engine: createReplaceableEngine(next, failed), until: Number.POSITIVE_INFINITY };
        openEngines.add(member);
      } else {
        opened.engine.replace(next);
        opened = { ...opened, until: Number.POSITIVE_INFINITY };
      }
    },
    async close() {
      isEnded = true;
      await opening;
      await closeOpened();
      await ending;
    },
  };
}
