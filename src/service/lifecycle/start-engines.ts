/** Opens and starts the engines of all services. */
import { createSharedCompilations, type Diagnostic } from '../../../engine/index.ts';
import { contentOf, type FileContent } from '../config/file-contents.ts';
import { errorsOf, findingLine } from '../config/findings-log.ts';
import type { Configuration, LoadedConfig } from '../config/load.ts';
import type { Engine } from '../server/engine-api.ts';
import { absentEngine, awaitingEngine, suspendedEngine } from './absent-engines.ts';
import { awaitsConsent, emitFor, type OpenerParts, openEngineOf } from './engine-opener.ts';
import type { Host } from './host.ts';
import { createIdleEngine } from './idle-engine.ts';
import { profileInput } from './load-profile.ts';
import type { OpenEngines } from './open-engines.ts';
import { createReplaceableEngine, type ReplaceableEngine } from './replaceable-engine.ts';

/** A service whose profile has been compiled. */
export interface OpenedService {
  readonly config: LoadedConfig;
  /** Undefined if the profile has errors, or does not fit its sources, or the service is suspended or opened by requests. */
  readonly engine: Engine | undefined;
  /** Whether the service is opened by requests. */
  readonly isIdle: boolean;
  /** Whether its profile lacks nothing but the settings that the consent of its customer gives. */
  readonly awaitsConsent: boolean;
  readonly diagnostics: readonly Diagnostic[];
  /** Texts that the findings point into, by file name. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Compiles the profiles, one after the other, except for those of suspended services. Connects to nothing. */
export async function openServices(
  parts: OpenerParts,
  { services }: Pick<Configuration, 'services'>,
): Promise<readonly OpenedService[]> {
  const opened: OpenedService[] = [];
  for (const config of services) {
    const { profileFile } = config;
    if (profileFile === undefined || config.isSuspended) {
      const none = { diagnostics: [], sources: new Map<string, string>() };
      opened.push({ config, engine: undefined, isIdle: false, awaitsConsent: false, ...none });
      continue;
    }
    const result = await openEngineOf(parts, config, profileFile);
    const isAwaiting = awaitsConsent(config, result.diagnostics);
    opened.push({
      config,
      engine: result.ok ? result.engine : undefined,
      isIdle: false,
      awaitsConsent: isAwaiting,
      // What is awaited is no fault of the start.
      diagnostics: isAwaiting ? result.diagnostics.filter(({ code }) => code !== 'MAP207') : result.diagnostics,
      sources: result.sources,
    });
  }
  return opened;
}

/** The findings of the profiles, without a store. Connects to nothing. */
export async function compileServices(
  host: Host,
  { services }: Configuration,
): Promise<Pick<OpenedService, 'diagnostics' | 'sources'>> {
  const diagnostics: Diagnostic[] = [];
  const sources = new Map<string, string>();
  const compilations = createSharedCompilations();
  for (const config of services) {
    if (config.profileFile === undefined || config.isSuspended) continue;
    const profile = profileInput(host, config, config.profileFile);
    const { demoSku } = config.settings;
    const opened = await host.openEngine({ ...profile, compilations, demoSku, emit: () => undefined, now: host.now });
    diagnostics.push(...opened.diagnostics);
    for (const [name, text] of opened.sources) sources.set(name, text);
    if (opened.ok) await opened.engine.close();
  }
  return { diagnostics, sources };
}

/**
 * Checks the profiles of services that are opened by requests: each file once, with the settings of its first service. A service has no engine yet; one whose
 * profile has errors is not opened. `checked`: the findings so far.
 */
export async function checkServices(
  parts: OpenerParts,
  { services }: Pick<Configuration, 'services'>,
  checked: WeakMap<FileContent, Pick<OpenedService, 'diagnostics' | 'sources'>>,
): Promise<readonly OpenedService[]> {
  const opened: OpenedService[] = [];
  for (const config of services) {
    const { profileFile = '' } = config;
    const content = contentOf(profileFile);
    const { diagnostics, sources } =
      checked.get(content) ?? (await checkProfile(parts, { ...config, isSuspended: false }));
    checked.set(content, { diagnostics, sources });
    const isIdle = errorsOf(diagnostics).length === 0;
    opened.push({ config, engine: undefined, isIdle, awaitsConsent: false, diagnostics, sources });
  }
  return opened;
}

async function checkProfile(parts: OpenerParts, config: LoadedConfig): Promise<OpenedService> {
  const [opened] = await openServices(parts, { services: [config] });
  if (opened === undefined) throw new Error('invariant: one service was opened');
  await opened.engine?.close();
  return opened;
}

/**
 * Starts the engines at the same time: an ERP that does not answer delays no other. An engine that cannot be used is closed, and its service has none
 * in the result.
 */
export function startServices(services: readonly OpenedService[]): Promise<readonly OpenedService[]> {
  return Promise.all(
    services.map(async (service) => {
      const { engine } = service;
      if (engine === undefined) return service;
      const diagnostics = [...service.diagnostics, ...(await engine.start())];
      if (errorsOf(diagnostics).length === 0) return { ...service, diagnostics };
      await engine.close();
      return { ...service, engine: undefined, diagnostics };
    }),
  );
}

/** The engine of a service that is opened by requests. */
export function idleEngine(parts: OpenerParts, openEngines: OpenEngines, config: LoadedConfig): ReplaceableEngine {
  const { host, store, observability } = parts;
  const emit = emitFor(observability, config);
  return createIdleEngine({
    contract: host.contract,
    config,
    openEngines,
    clock: host.clock,
    failed: (error) => emit({ level: 'error', event: 'bug', error }),
    async open(current) {
      const [started] = await startServices(await openServices(parts, { services: [current] }));
      if (started === undefined) throw new Error('invariant: one service was opened');
      return { engine: servedEngine(parts, started), isUsable: started.engine !== undefined };
    },
    async mayClose() {
      const counts = await store.claimCounts(config.settings.installation);
      return counts !== undefined && Object.entries(counts).every(([kind, count]) => count === 0 || kind === 'held');
    },
  });
}

/** The engine to serve. That of a service that could not be started answers 503 until a reload replaces it, and the log says why. */
export function servedEngine({ host, observability }: OpenerParts, service: OpenedService): ReplaceableEngine {
  const { config, engine } = service;
  const emit = emitFor(observability, config);
  const failed = (error: unknown): void => emit({ level: 'error', event: 'bug', error });
  if (engine !== undefined) return createReplaceableEngine(engine, failed);
  if (config.isSuspended) return createReplaceableEngine(suspendedEngine(host.contract), failed);
  if (service.awaitsConsent) {
    const awaited = 'This service answers 503 until its customer has given consent: engine auth link makes a link.';
    emit({ level: 'warn', event: 'consent_awaited', profile: config.profileFile ?? '', message: awaited });
    return createReplaceableEngine(awaitingEngine(host.contract, awaited), failed);
  }
  const findings = errorsOf(service.diagnostics).map(findingLine);
  const message = 'This service answers 503 until its profile is corrected and reloaded.';
  emit({ level: 'error', event: 'service_unavailable', profile: config.profileFile ?? '', findings, message });
  const absent = absentEngine(host.contract, `The service could not be started: ${findings.join('; ')}`);
  return createReplaceableEngine(absent, failed);
}
