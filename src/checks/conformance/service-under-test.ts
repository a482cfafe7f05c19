/** The service as the platform meets it, over a fixture or a double: real sockets, keys of its own, and a clock that checks can set. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Diagnostic } from '../../../engine/diagnostics/diagnostic.ts';
import {
  type Contract,
  type LocateBase,
  openEngine,
  type RanStatement,
  Secret,
  type Trial,
} from '../../../engine/index.ts';
import { digestOf, generateKey, type KeyApp } from '../../config/api-keys.ts';
import { loadConfig } from '../../config/load.ts';
import type { StoreAddress } from '../../config/store-address.ts';
import type { Emit } from '../../events/events.ts';
import { type Service, startService } from '../../server/service.ts';
import { openStore, type Store } from '../../state/store.ts';
import { putTokens } from '../../testing/run-file.ts';

export interface StageInput {
  readonly contract: Contract;
  readonly profileFile: string;
  readonly profileName: string;
  /** Finds what the profile extends. */
  readonly locate: LocateBase;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Databases instead of the profile's own. */
  readonly connections: Trial['connections'];
  readonly connectors: Trial['connectors'];
  readonly store: StoreAddress;
  readonly demoSku: string;
  readonly packageRoot: string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

export type StageKeys = Readonly<Record<KeyApp, Secret>>;

/** A running service. */
export interface Stage {
  readonly keys: StageKeys;
  baseUrl(): string;
  /** Bytes of a request body at most. */
  readonly bodyLimit: number;
  /** What went to databases, and what the log told of warnings and errors, since `forget` was called. */
  readonly statements: readonly RanStatement[];
  readonly told: readonly string[];
  forget(): void;
  /** What the ERP's documents are dated by; undefined: the machine's clock. */
  setTime(ms: number | undefined): void;
  /** Ends the service, and starts it again over the same data and store. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export type OpenedStage =
  | { readonly ok: true; readonly stage: Stage }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** What the documents of a run belong to. */
const installation = 'conformance';
/** Statements that are kept: a walk through a long list runs thousands. */
const kept = 200;

type Started =
  | { readonly ok: true; readonly service: Service; readonly store: Store; readonly bodyLimit: number }
  | Extract<OpenedStage, { readonly ok: false }>;

/** Starts the service. What stands in the way is returned: faults of the profile, a fixture that it does not fit. */
export async function openStage(input: StageInput): Promise<OpenedStage> {
  const keys: StageKeys = { ordering: generateKey(), receivables: generateKey(), both: generateKey() };
  const storeKey = new Secret(randomBytes(32).toString('hex'));
  const folder = mkdtempSync(join(tmpdir(), 'engine-conformance-'));
  const statements: RanStatement[] = [];
  const told: string[] = [];
  let time: number | undefined;
  const observe = (ran: RanStatement): void => {
    statements.push(ran);
    if (statements.length > kept) statements.shift();
  };
  const emit: Emit = ({ level, event, ...more }) => {
    if (level !== 'warn' && level !== 'error') return;
    const text = 'message' in more ? more.message : 'error' in more ? more.error : '';
    told.push(`${level}: ${event}: ${String(text)}`);
  };
  const documentTime = (): number => time ?? input.now();

  const start = async (): Promise<Started> => startOnce(input, { keys, storeKey, folder, emit, observe, documentTime });
  const first = await start();
  if (!first.ok) {
    rmSync(folder, { recursive: true, force: true });
    return first;
  }
  let { service, store } = first;
  const stop = async (): Promise<void> => {
    await service.stop('the conformance run has ended');
    await store.close();
  };
  const stage: Stage = {
    keys,
    bodyLimit: first.bodyLimit,
    baseUrl: () => service.address,
    statements,
    told,
    forget() {
      statements.length = 0;
      told.length = 0;
    },
    setTime(ms) {
      time = ms;
    },
    async restart() {
      await stop();
      const again = await start();
      if (!again.ok) throw new Error(`The service does not start again: ${again.diagnostics[0]?.message}`);
      ({ service, store } = again);
    },
    async close() {
      await stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return { ok: true, stage };
}

interface Parts {
  readonly keys: StageKeys;
  readonly storeKey: Secret;
  /** Holds no configuration: nothing of the machine counts. */
  readonly folder: string;
  readonly emit: Emit;
  readonly observe: Trial['observe'];
  readonly documentTime: () => number;
}

async function startOnce(input: StageInput, parts: Parts): Promise<Started> {
  const {
    contract,
    profileFile,
    profileName,
    locate,
    environment,
    connections,
    connectors,
    demoSku,
    packageRoot,
    now,
  } = input;
  const { emit, folder, keys, storeKey } = parts;
  const none = new Map<string, string>();
  const opened = await openStore({ address: input.store, key: storeKey, emit, now });
  if (!opened.ok) return { ok: false, diagnostics: [opened.diagnostic], sources: none };
  const { store } = opened;
  const refuse = async (diagnostics: readonly Diagnostic[], sources = none): Promise<Started> => {
    await store.close();
    return { ok: false, diagnostics, sources };
  };
  await putTokens(input, installation, store);
  const { bookmarks, versions, claims, tokens, rates } = store;
  const { observe, documentTime } = parts;
  const trial: Trial = { connections, connectors, observe, documentTime, clock: now, tables: 'made' };
  const kept = { bookmarks, versions, tokens, rates, durable: { claims, clock: now } };
  const named = { contract, profileFile, profileName, locate, environment, installation, demoSku };
  const compiled = await openEngine({ ...named, ...kept, emit, now, trial });
  if (!compiled.ok) return refuse(compiled.diagnostics, new Map(compiled.sources));
  const { engine } = compiled;
  const found = (await engine.start()).filter(({ severity }) => severity === 'error');
  if (found.length > 0) {
    await engine.close();
    return refuse(found, new Map(compiled.sources));
  }
  const flags = { profile: profileFile, port: '0' };
  const config = loadConfig({
    flags,
    configFile: undefined,
    env: {},
    cwd: folder,
    packageRoot,
    now: now(),
    needsKey: false,
  });
  const extraKeys = Object.entries(keys).map(([name, key]) => ({
    name,
    app: appOf(name),
    digest: digestOf(key.reveal()),
    until: undefined,
  }));
  const served = await startService({
    engine,
    config,
    extraKeys,
    reload: () => config,
    emit,
    now,
    serviceName: 'conformance',
  });
  if (served.ok) return { ok: true, service: served.service, store, bodyLimit: config.settings.bodyLimit };
  await engine.close();
  return refuse([served.diagnostic]);
}

const appOf = (name: string): KeyApp => (name === 'ordering' || name === 'receivables' ? name : 'both');
