/** The real service over a fixture or a double: on a free port, with new keys, and with a clock that checks can set. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Diagnostic, type Engine, type EngineInput, openEngine, Secret } from '../../../../engine/index.ts';
import { noteDisagreements, type RanStatement, type TestOverrides } from '../../../../engine/tools/index.ts';
import { digestOf, generateKey, type KeyApp } from '../../../service/config/api-keys.ts';
import { loadConfig, onlyService } from '../../../service/config/load.ts';
import type { StoreAddress } from '../../../service/config/store-address.ts';
import type { Emit } from '../../../service/events/events.ts';
import { allPorts, openInstallation } from '../../../service/lifecycle/open-installation.ts';
import { type Service, startService } from '../../../service/server/service.ts';
import type { Store } from '../../../service/state/store.ts';
import type { TestedProfile } from '../../testing/case-run.ts';
import { findingsOfFixture } from '../../testing/fixture/fixture-findings.ts';
import { storeTestTokens } from '../../testing/test-tokens.ts';

export interface ServiceInput extends TestedProfile {
  /** Databases that replace those of the profile. */
  readonly connections: TestOverrides['connections'];
  readonly connectors: TestOverrides['connectors'];
  readonly store: StoreAddress;
  readonly demoSku: string;
  readonly packageRoot: string;
  /** A real ERP: it gets no tokens of a test, and tables of the engine are created only where the run writes. */
  readonly live?: { readonly writes: boolean };
}

export type ServiceKeys = Readonly<Record<KeyApp, Secret>>;

/** A running service. */
export interface ServiceUnderTest {
  readonly keys: ServiceKeys;
  /** Another one after each restart. */
  baseUrl(): string;
  /** Bytes of a request body at most. */
  readonly bodyLimit: number;
  /** The last SQL statements since `forget` was called, 200 at most. */
  readonly statements: readonly RanStatement[];
  /** Number of all SQL statements so far. */
  statementCount(): number;
  /** Warnings and errors of the log since `forget` was called. */
  readonly logged: readonly string[];
  forget(): void;
  /** Sets the time that documents are dated with, in milliseconds since the epoch; undefined: the machine's clock. */
  setTime(ms: number | undefined): void;
  /** Stops the service, and starts it again over the same data, with the same store or a new one. */
  restart(store: 'same store' | 'new store'): Promise<void>;
  close(): Promise<void>;
}

type NotOpened = {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
  readonly sources: ReadonlyMap<string, string>;
};

export type OpenedService = { readonly ok: true; readonly service: ServiceUnderTest } | NotOpened;

/** The name under which the store keeps the run's documents. */
const installation = 'conformance';
const keptStatements = 200;

/** Starts the service. Faults of the profile, and a fixture that does not fit it, are returned as diagnostics. */
export async function openServiceUnderTest(input: ServiceInput): Promise<OpenedService> {
  const keys: ServiceKeys = { ordering: generateKey(), receivables: generateKey(), both: generateKey() };
  const folder = mkdtempSync(join(tmpdir(), 'engine-conformance-'));
  const recording = openRecording(input);
  const { emit, observe, disagreed, documentTime } = recording;
  const parts: Parts = {
    keys,
    storeKey: new Secret(randomBytes(32).toString('hex')),
    folder,
    emit,
    observe,
    disagreed,
    documentTime,
  };
  const first = await startOnce(input, parts);
  if (!first.ok) {
    rmSync(folder, { recursive: true, force: true });
    return first;
  }
  let { running, store } = first;
  const stop = async (): Promise<void> => {
    await running.stop('the conformance run has ended');
    await store.close();
  };
  const service: ServiceUnderTest = {
    keys,
    bodyLimit: first.bodyLimit,
    baseUrl: () => running.address,
    ...recording,
    async restart(kept) {
      await stop();
      if (kept === 'new store') removeStore(input.store);
      const again = await startOnce(input, parts);
      if (!again.ok) throw new Error(`The service does not start again: ${again.diagnostics[0]?.message}`);
      ({ running, store } = again);
    },
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return { ok: true, service };
}

/** Removes a store that is a file, as those of fixtures are. */
function removeStore(store: StoreAddress): void {
  if (store.kind !== 'file') throw new Error('Only a store in a file is removed.');
  for (const end of ['', '-wal', '-shm']) rmSync(`${store.file}${end}`, { force: true });
}

type Recording = Pick<ServiceUnderTest, 'statements' | 'statementCount' | 'logged' | 'forget' | 'setTime'> &
  Pick<Parts, 'emit' | 'observe' | 'disagreed' | 'documentTime'>;

/** Records the statements and the log of the service, and holds the time that its documents are dated with. */
function openRecording({ now, live }: Pick<ServiceInput, 'now' | 'live'>): Recording {
  const statements: RanStatement[] = [];
  const logged: string[] = [];
  let count = 0;
  let time: number | undefined;
  const { note } = noteDisagreements(live === undefined ? 'double' : 'ERP');
  return {
    statements,
    logged,
    disagreed(disagreement) {
      const text = note(disagreement);
      if (text !== undefined) logged.push(`warn: description_disagrees: ${text}`);
    },
    statementCount: () => count,
    forget() {
      statements.length = 0;
      logged.length = 0;
    },
    setTime(ms) {
      time = ms;
    },
    documentTime: () => time ?? now(),
    observe(ran) {
      count += 1;
      statements.push(ran);
      if (statements.length > keptStatements) statements.shift();
    },
    emit({ level, event, ...more }) {
      if (level !== 'warn' && level !== 'error') return;
      const text = 'message' in more ? more.message : 'error' in more ? more.error : '';
      logged.push(`${level}: ${event}: ${String(text)}`);
    },
  };
}

interface Parts {
  readonly keys: ServiceKeys;
  readonly storeKey: Secret;
  /** An empty folder: no configuration of the machine is read. */
  readonly folder: string;
  readonly emit: Emit;
  readonly observe: NonNullable<TestOverrides['observe']>;
  readonly disagreed: NonNullable<TestOverrides['disagreed']>;
  readonly documentTime: () => number;
}

type Started =
  | { readonly ok: true; readonly running: Service; readonly store: Store; readonly bodyLimit: number }
  | NotOpened;

/** Milliseconds in which the sources must answer a probe; there is one every five seconds. */
const readyMs = 30_000;

/** Waits until the sources answer, so that a late login adds no records while a check counts them. A source that does not answer is left to the checks. */
async function untilReady(engine: Engine): Promise<void> {
  const end = Date.now() + readyMs;
  while (!engine.health().ready && Date.now() < end) await setTimeout(100);
}

/** The rate limits of a profile are those of the real ERP: the requests of the checks would exceed them, and a double has none. */
const unlimited: EngineInput['rates'] = {
  take: async (_name, _limit, _holdMs, wanted) => ({ granted: wanted, expiries: [] }),
};

async function startOnce(input: ServiceInput, parts: Parts): Promise<Started> {
  const { contract, profileFile, profileName, profileText, locate, environment } = input;
  const { connections, connectors, demoSku, now } = input;
  const { emit, observe, disagreed, documentTime, storeKey } = parts;
  const tables = input.live?.writes === false ? 'leave' : 'create';
  const testOverrides: TestOverrides = {
    ...{ connections, connectors, observe, disagreed, documentTime, clock: now, tables },
  };
  const opened = await openInstallation({
    openEngine,
    store: { address: input.store, key: storeKey },
    engine: {
      contract,
      profileFile,
      profileName,
      profileText,
      locate,
      environment,
      installation,
      demoSku,
      testOverrides,
    },
    ports: (store) => ({ ...allPorts(now)(store), ...(input.live === undefined ? { rates: unlimited } : {}) }),
    prepareStore: async (store) => {
      if (input.live === undefined) await storeTestTokens(input, installation, store);
    },
    emit,
    now,
  });
  const sources = new Map(opened.sources);
  if (!opened.ok) return { ok: false, diagnostics: [...opened.storeFindings, ...opened.profileFindings], sources };
  const { engine, store } = opened;
  const diagnostics = (await engine.start()).filter(({ severity }) => severity === 'error');
  if (diagnostics.length > 0) {
    await opened.close();
    return { ok: false, diagnostics: input.live === undefined ? findingsOfFixture(diagnostics) : diagnostics, sources };
  }
  await untilReady(engine);
  const served = await serve(input, parts, engine);
  if (served.ok) return { ...served, store };
  await opened.close();
  return served;
}

/** The service on a free port. */
async function serve(
  { packageRoot, profileFile, now }: ServiceInput,
  { keys, folder, emit }: Parts,
  engine: Engine,
): Promise<{ readonly ok: true; readonly running: Service; readonly bodyLimit: number } | NotOpened> {
  const flags = { profile: profileFile, port: '0' };
  const given = { flags, configFile: undefined, env: {}, cwd: folder, packageRoot, needsKey: false };
  const config = onlyService(loadConfig({ ...given, now: now() }));
  const extraKeys = Object.entries(keys).map(([name, key]) => ({
    name,
    app: appOf(name),
    digest: digestOf(key.reveal()),
    until: undefined,
  }));
  const reload = () => config;
  const services = [{ engine, config, extraKeys, reload, emit }];
  const { contract } = engine;
  const served = await startService({ contract, services, shared: config, emit, now, serviceName: 'conformance' });
  if (served.ok) return { ok: true, running: served.service, bodyLimit: config.settings.bodyLimit };
  return { ok: false, diagnostics: [served.diagnostic], sources: new Map() };
}

const appOf = (name: string): KeyApp => (name === 'ordering' || name === 'receivables' ? name : 'both');
