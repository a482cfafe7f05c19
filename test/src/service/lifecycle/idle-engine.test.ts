/** Engines that requests open: how often, when they are closed, and which of them first. */
import { expect, it } from 'vitest';
import { type ConfigInput, type LoadedConfig, loadConfig, onlyService } from '../../../../src/service/config/load.ts';
import { createIdleEngine } from '../../../../src/service/lifecycle/idle-engine.ts';
import { createOpenEngines } from '../../../../src/service/lifecycle/open-engines.ts';
import { wakeServices } from '../../../../src/service/lifecycle/wake-services.ts';
import type { Outcome } from '../../../../src/service/server/engine-api.ts';
import { fakeEngine, folderWith, hits, until } from '../server/fixture.ts';

const cwd = folderWith({});
const input: ConfigInput = {
  flags: { installation: 'nord' },
  configFile: undefined,
  env: {},
  cwd,
  packageRoot: cwd,
  now: 0,
  needsKey: false,
};
const config = onlyService(loadConfig(input));

const request = { requestId: 'id', deadline: Number.POSITIVE_INFINITY };
const path = '/catalog/products/search';

interface Options {
  readonly idleTime?: number;
  readonly most?: number;
  /** Whether the n-th opening, from 1 on, gives an engine that can be used. */
  readonly isUsable?: (n: number) => boolean;
  readonly answer?: () => Promise<Outcome>;
  readonly mayClose?: () => Promise<boolean>;
  /** Whether an open engine needs the consent of a customer. */
  readonly isConsentNeeded?: () => boolean;
  /** Delays each opening. */
  readonly beforeOpen?: (used: LoadedConfig) => Promise<void>;
}

/** An idle engine that counts its openings and closes, with a clock that the test moves. */
function counted(options: Options = {}) {
  const {
    idleTime = 60,
    most,
    isUsable = () => true,
    answer = async () => hits,
    mayClose = async () => true,
    beforeOpen = async () => undefined,
    isConsentNeeded = () => false,
  } = options;
  const state = { opened: 0, closed: 0, now: 0 };
  const clock = (): number => state.now;
  const failed = (error: unknown): never => {
    throw error;
  };
  const openEngines = createOpenEngines({ idleTime, most, clock, emit: failed });
  const engineOf = () =>
    createIdleEngine({
      contract: fakeEngine().contract,
      config,
      openEngines,
      clock,
      failed,
      mayClose,
      async open(used) {
        state.opened += 1;
        await beforeOpen(used);
        const close = async (): Promise<void> => {
          state.closed += 1;
        };
        const health = () => (isConsentNeeded() ? ({ ready: false, consentNeeded: true } as const) : { ready: true });
        return { engine: { ...fakeEngine(answer), health, close }, isUsable: isUsable(state.opened) };
      },
    });
  return { state, engineOf, stop: openEngines.stop };
}

it('is opened once by requests that arrive together, and closed when it has had none for the idle time', async () => {
  const { state, engineOf, stop } = counted();
  const engine = engineOf();
  expect([engine.isIdle(), engine.health().ready, engine.status().sources]).toEqual([true, true, []]);
  await Promise.all([1, 2, 3].map(() => engine.call(path, {}, request)));
  expect([state.opened, engine.isIdle()]).toEqual([1, false]);
  state.now = 61;
  await until(() => engine.isIdle());
  expect(state.closed).toBe(1);
  await engine.call(path, {}, request);
  expect(state.opened).toBe(2);
  stop();
});

it('stays open while a request is in progress or a write is unsettled', async () => {
  const gate = Promise.withResolvers<Outcome>();
  let isSettled = false;
  const { state, engineOf, stop } = counted({ answer: () => gate.promise, mayClose: async () => isSettled });
  const engine = engineOf();
  const running = engine.call(path, {}, request);
  await until(() => state.opened === 1);
  state.now = 1_000;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(engine.isIdle()).toBe(false);
  gate.resolve(hits);
  await running;
  state.now = 2_000;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(engine.isIdle()).toBe(false);
  isSettled = true;
  await until(() => engine.isIdle());
  stop();
});

it('is ready while it is closed, unless a token is missing or its ERP has refused the last one', async () => {
  let isNeeded = false;
  const { state, engineOf, stop } = counted({ isConsentNeeded: () => isNeeded });
  const engine = engineOf();
  const needed = { ready: false, consentNeeded: true };
  engine.seeTokens(undefined);
  expect([engine.health(), engine.status()]).toEqual([needed, { ...needed, sources: [], endpoints: [] }]);
  engine.seeTokens(1_000);
  expect(engine.health()).toEqual({ ready: true });
  isNeeded = true;
  await engine.call(path, {}, request);
  state.now = 61;
  await until(() => engine.isIdle());
  expect(engine.health()).toEqual(needed);
  // Still the token that was refused.
  engine.seeTokens(1_000);
  engine.seeTokens(1_000);
  expect(engine.health()).toEqual(needed);
  engine.seeTokens(2_000);
  expect(engine.health()).toEqual({ ready: true });
  stop();
});

it('is closed first if it has waited longest, when more are open than allowed', async () => {
  const { state, engineOf, stop } = counted({ idleTime: 1_000_000, most: 2 });
  const engines = [engineOf(), engineOf(), engineOf()];
  for (const engine of engines) {
    state.now += 1;
    await engine.call(path, {}, request);
  }
  await until(() => state.closed === 1);
  expect(engines.map((engine) => engine.isIdle())).toEqual([true, false, false]);
  stop();
});

it('is opened again some seconds after an opening that failed, not by each request', async () => {
  const { state, engineOf, stop } = counted({ idleTime: 1_000_000, isUsable: (n) => n > 1 });
  const engine = engineOf();
  await engine.call(path, {}, request);
  await engine.call(path, {}, request);
  expect(state.opened).toBe(1);
  state.now = 5_001;
  await engine.call(path, {}, request);
  expect([state.opened, state.closed]).toEqual([2, 1]);
  stop();
});

it('keeps the engine of a reload that is ready while a request opens one, with the calls that it works on', async () => {
  const [opening, answering] = [Promise.withResolvers<void>(), Promise.withResolvers<Outcome>()];
  const { state, engineOf, stop } = counted({ beforeOpen: () => opening.promise });
  const engine = engineOf();
  const first = engine.call(path, {}, request);
  await until(() => state.opened === 1);
  let isClosed = false;
  const close = async (): Promise<void> => {
    isClosed = true;
  };
  engine.replace({ ...fakeEngine(() => answering.promise), close });
  const second = engine.call(path, {}, request);
  opening.resolve();
  // The engine that was opened in vain.
  await until(() => state.closed === 1);
  answering.resolve(hits);
  expect([await first, await second, isClosed]).toEqual([hits, hits, false]);
  await engine.close();
  expect(isClosed).toBe(true);
  stop();
});

it('is opened with the configuration that a reload has read meanwhile', async () => {
  const opening = Promise.withResolvers<void>();
  const used: LoadedConfig[] = [];
  const { state, engineOf, stop } = counted({
    beforeOpen(each) {
      used.push(each);
      return opening.promise;
    },
  });
  const engine = engineOf();
  const call = engine.call(path, {}, request);
  await until(() => state.opened === 1);
  const fresh = { ...config };
  engine.use(fresh);
  opening.resolve();
  await call;
  expect([used.length, used[1] === fresh, state.closed]).toEqual([2, true, 1]);
  stop();
});

it('is opened for the writes that another process has left unfinished', async () => {
  const { state, engineOf, stop } = counted();
  const engine = engineOf();
  const end = wakeServices(
    () => [{ config, engineInUse: engine }],
    { unsettledInstallations: async () => new Set(['ost', 'nord']) },
    () => undefined,
  );
  await until(() => state.opened === 1);
  end();
  stop();
});
