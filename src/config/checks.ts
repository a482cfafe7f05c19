/** Checks of the configuration as a whole. */

import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { closest } from '../../engine/diagnostics/did-you-mean.ts';
import type { Key } from './api-keys.ts';
import type { EnvironmentLayer } from './environment.ts';
import { fault, warning } from './fault.ts';
import { configVariable, keyVariables, type Settings, settingList } from './settings.ts';
import { type KeyPair, readKeyPair } from './tls.ts';

/** Certificate and key for HTTPS, where they are set. */
export function readTls(settings: Settings): {
  readonly pair: KeyPair | undefined;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { tlsCert, tlsKey } = settings;
  if (tlsCert === undefined && tlsKey === undefined) return { pair: undefined, diagnostics: [] };
  if (tlsCert === undefined || tlsKey === undefined) {
    const [there, missing] = tlsCert === undefined ? ['key', '--tls-cert'] : ['certificate', '--tls-key'];
    const message = `HTTPS needs a certificate and its key, and only the ${there} is given.`;
    return { pair: undefined, diagnostics: [fault('CFG510', message, `Give ${missing} as well, or neither.`)] };
  }
  const read = readKeyPair(tlsCert, tlsKey);
  if (read.ok) return { pair: read.pair, diagnostics: [] };
  return {
    pair: undefined,
    diagnostics: [fault('CFG509', `HTTPS cannot be set up: ${read.reason}.`, 'Check both files.')],
  };
}

/** The finding that several replicas have a store that only one can use. */
export function lonelyStore({ store, replicas }: Settings): readonly Diagnostic[] {
  if (replicas === 1 || store.kind === 'server') return [];
  const message = `${replicas} replicas need a store that they share, and ${store.file} is a file of one.`;
  const hint = 'Set store (ENGINE_STORE) to a database: postgres://, mysql:// or mssql://user:password@host/database.';
  return [fault('CFG515', message, hint)];
}

/** The finding that no key would let anybody in; `keys` are those that have ended. */
export function noKey(keys: readonly Key[]): Diagnostic {
  const message =
    keys.length === 0
      ? 'There is no API key, so that nobody could call the service.'
      : 'Every API key has ended, so that nobody could call the service.';
  const hint =
    'Set ENGINE_KEY_ORDERING and ENGINE_KEY_RECEIVABLES to the keys that the platform generated (ENGINE_KEY for one that serves both apps), or put their digests under "keys" in engine.yaml; `engine key` makes a new one.';
  return fault('CFG507', message, hint);
}

/** Warnings about variables that look like a misspelt setting. */
export function strangeVariables(layers: readonly EnvironmentLayer[]): readonly Diagnostic[] {
  const known = [...settingList.map(([, spec]) => spec.env), ...keyVariables.map(({ env }) => env), configVariable];
  const names = [...new Set(layers.flatMap((layer) => Object.keys(layer.variables)))];
  return names
    .filter(
      (name) => name.startsWith('ENGINE_') && !known.includes(name) && !known.includes(name.replace(/_FILE$/, '')),
    )
    .flatMap((name) => {
      const near = closest(name, known);
      return near === undefined
        ? []
        : [
            warning(
              'CFG501',
              `The environment variable ${name} is no setting of the service.`,
              `Did you mean ${near}?`,
            ),
          ];
    });
}
