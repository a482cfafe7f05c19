/** Consents of customers while services run: the listener on which they are given, and the services that wait for one. */
import type { Diagnostic } from '../../../engine/index.ts';
import { watchFiles } from '../config/file-watcher.ts';
import type { Configuration } from '../config/load.ts';
import { readKeyPair } from '../config/tls.ts';
import type { ConnectableService } from '../connect/index.ts';
import { setKeyPair } from '../server/http-server.ts';
import { readGranted } from '../state/granted-settings.ts';
import { emitFor, type OpenerParts, openEngineOf } from './engine-opener.ts';
import { profileInput } from './load-profile.ts';
import type { ReloadTrigger } from './reload.ts';
import { repeatRounds } from './repeated-rounds.ts';
import type { ReloadedService } from './watch-for-reload.ts';

/** Time between two looks for the consents that services wait for, in milliseconds. */
const intervalMs = 5_000;

interface ConsentOptions {
  /** The services of each moment. */
  readonly services: () => readonly ReloadedService[];
  readonly reload: (name: string | undefined, trigger: ReloadTrigger) => void;
}

type Started = { readonly ok: true; stop(): Promise<void> } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** Opens the listener, if it is configured, and begins to look for consents that were given on any replica. */
export async function startConsents(
  parts: OpenerParts,
  configuration: Configuration,
  options: ConsentOptions,
): Promise<Started> {
  const opened = await openListener(parts, configuration, options);
  if (!opened.ok || configuration.settings.connectUrl === undefined) return opened;
  const stopLooking = reloadConnected(parts, options);
  return {
    ok: true,
    async stop() {
      stopLooking();
      await opened.stop();
    },
  };
}

/** Whether a service has no engine yet, because its consent gives a setting. An engine finds a new token by itself. */
const isAwaiting = (engine: ReloadedService['engineInUse']): boolean => {
  const { consentNeeded, sources } = engine.status();
  return consentNeeded === true && sources.length === 0;
};

/** Reloads the services that waited for a consent, once for each change of what was granted. The returned function ends that. */
function reloadConnected({ store, observability }: OpenerParts, { services, reload }: ConsentOptions): () => void {
  const seen = new Map<string, string>();
  return repeatRounds({ intervalMs, isImmediate: false, emit: observability.emit }, async () => {
    for (const { config, engineInUse } of services()) {
      const { installation } = config.settings;
      if (installation === undefined || !isAwaiting(engineInUse)) continue;
      const granted = JSON.stringify(await readGranted(store.tokens, installation));
      if (granted === '{}' || seen.get(installation) === granted) continue;
      seen.set(installation, granted);
      reload(config.name, 'consent');
    }
  });
}

async function openListener(
  parts: OpenerParts,
  { settings, pair }: Configuration,
  { services, reload }: ConsentOptions,
): Promise<Started> {
  const { connectPort: port, connectHost: host, connectUrl, trustProxy } = settings;
  const { links } = parts.store;
  if (port === undefined || connectUrl === undefined || links === undefined)
    return { ok: true, stop: async () => undefined };
  const { emit } = parts.observability;
  const { createConnectFlow, createConnectServer, listenForConsents } = await import('../connect/index.ts');
  const flow = createConnectFlow({
    links,
    services: () => services().flatMap((service) => connectable(parts, service, reload)),
    connectUrl,
    emit,
  });
  const onError = (error: unknown): void => emit({ level: 'error', event: 'bug', error });
  const server = createConnectServer({ flow, connectUrl, pair, trustProxy, clock: parts.host.clock, onError });
  const listening = await listenForConsents(server, { host, port, isSecure: pair !== undefined });
  if (!listening.ok) return listening;
  emit({ level: 'info', event: 'connect_listening', address: listening.address });
  const { tlsCert, tlsKey } = settings;
  const certificate = watchFiles(
    () => [tlsCert, tlsKey].filter((file) => file !== undefined),
    () => {
      const read = tlsCert === undefined || tlsKey === undefined ? undefined : readKeyPair(tlsCert, tlsKey);
      // The listener of the service reports a faulty pair.
      if (read?.ok) setKeyPair(server, read.pair);
    },
  );
  return {
    ok: true,
    async stop() {
      certificate.stop();
      const { promise, resolve } = Promise.withResolvers<void>();
      // A redirect in progress has a code that can be exchanged once: it is answered.
      server.close(() => resolve());
      server.closeIdleConnections();
      await promise;
    },
  };
}

function connectable(
  parts: OpenerParts,
  { config, engineInUse }: ReloadedService,
  reload: ConsentOptions['reload'],
): readonly ConnectableService[] {
  const { host, store, observability } = parts;
  const { profileFile, name } = config;
  const { installation } = config.settings;
  if (profileFile === undefined || installation === undefined) return [];
  return [
    {
      name,
      installation,
      emit: emitFor(observability, config),
      async consents() {
        const { readConsents } = await import('../../../engine/tools/index.ts');
        return readConsents(profileInput(host, config, profileFile), host.now);
      },
      granted: () => readGranted(store.tokens, installation),
      async verify() {
        if (isAwaiting(engineInUse)) reload(name, 'consent');
        const opened = await openEngineOf(parts, config, profileFile);
        if (!opened.ok) return { ready: false, reason: 'the profile has errors' };
        const { engine } = opened;
        try {
          await engine.start();
          const { ready, sources } = engine.status();
          return { ready, reason: sources.find((source) => !source.ready)?.reason };
        } finally {
          await engine.close();
        }
      },
    },
  ];
}
