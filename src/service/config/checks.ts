/** Checks that involve several settings. */

import { closest, serverSchemes } from '../../../engine/host/index.ts';
import type { Diagnostic } from '../../../engine/index.ts';
import type { Key } from './api-keys.ts';
import type { YamlService } from './engine-yaml.ts';
import { type EnvironmentLayer, variablesOf } from './environment.ts';
import { fault, warning } from './fault.ts';
import { loadOperatorKeys } from './operator-keys.ts';
import { configVariable, keyVariables, type SharedSettings, settingList } from './settings.ts';
import { type KeyPair, readKeyPair } from './tls.ts';

/** Reads the certificate and key for HTTPS, if they are set. Without `pair` and without findings, the service serves plain HTTP. */
export function readTls(settings: SharedSettings): {
  readonly pair: KeyPair | undefined;
  readonly diagnostics: readonly Diagnostic[];
} {
  const { tlsCert, tlsKey } = settings;
  if (tlsCert === undefined && tlsKey === undefined) return { pair: undefined, diagnostics: [] };
  if (tlsCert === undefined || tlsKey === undefined) {
    const [given, missing] = tlsCert === undefined ? ['key', '--tls-cert'] : ['certificate', '--tls-key'];
    const message = `HTTPS needs a certificate and its key, but only the ${given} is set.`;
    return { pair: undefined, diagnostics: [fault('CFG510', message, `Set ${missing} as well, or neither.`)] };
  }
  const read = readKeyPair(tlsCert, tlsKey);
  if (read.ok) return { pair: read.pair, diagnostics: [] };
  return {
    pair: undefined,
    diagnostics: [fault('CFG509', `HTTPS cannot be used: ${read.reason}.`, 'Check both files.')],
  };
}

/** Several replicas must not be configured with an SQLite store, which only one process can open. */
export function checkSharedStore({ store, replicas }: SharedSettings): readonly Diagnostic[] {
  if (replicas === 1 || store.kind === 'server') return [];
  const message = `${replicas} replicas need a shared store, but ${store.file} is a file that only one process can use.`;
  const hint = `Set store (ENGINE_STORE) to a database: ${serverSchemes}user:password@host/database.`;
  return [fault('CFG515', message, hint)];
}

/** The listener for consents needs its public address, for the exact redirect URI, and the key of the tokens that it stores. */
export function checkConnect({ connectPort, connectUrl, storeKey }: SharedSettings): readonly Diagnostic[] {
  if (connectPort === undefined) return [];
  const findings: Diagnostic[] = [];
  if (connectUrl === undefined) {
    const hint = 'Set connectUrl (ENGINE_CONNECT_URL) to its address in browsers, such as https://connect.example.com.';
    findings.push(fault('CFG510', 'connectPort is set, but the public address of the listener is not.', hint));
  }
  if (storeKey === undefined) {
    const hint = 'Set ENGINE_STORE_KEY to 32 random bytes, the same on all replicas: openssl rand -base64 32.';
    findings.push(fault('CFG516', 'connectPort is set, and there is no key to store tokens with.', hint));
  }
  return findings;
}

/** Consents are stored by installation: its substitute would change with the company that a consent gives. */
export function checkInstallation(
  connectUrl: string | undefined,
  installation: string | undefined,
): readonly Diagnostic[] {
  if (connectUrl === undefined || installation !== undefined) return [];
  const hint = 'Set installation (ENGINE_INSTALLATION) to a name that never changes, such as the name of the company.';
  return [fault('CFG510', 'connectUrl is set, but the service has no name of its installation.', hint)];
}

/** The table of services needs a key for its secrets, and the API for operators a listener. */
export function checkOperators(
  { storeKey, operatorKeyFile, adminPort }: SharedSettings,
  usesTable: boolean,
): readonly Diagnostic[] {
  const findings: Diagnostic[] = [];
  if (usesTable && storeKey === undefined) {
    const message = 'The services in the table of the store have secrets, but there is no key to encrypt them with.';
    findings.push(fault('CFG525', message, 'Set ENGINE_STORE_KEY: openssl rand -base64 32.'));
  }
  if (operatorKeyFile !== undefined && adminPort === undefined) {
    const message = '`operatorKeyFile` opens the API for operators, but there is no admin listener.';
    findings.push(warning('CFG526', message, 'Set adminPort (ENGINE_ADMIN_PORT), or remove operatorKeyFile.'));
  } else if (operatorKeyFile !== undefined) findings.push(...loadOperatorKeys(operatorKeyFile).diagnostics);
  return findings;
}

/** The finding that there is no valid API key. `keys` are the configured ones, all of them expired. `service`: one of several. */
export function missingKey(keys: readonly Key[], service: YamlService | undefined): Diagnostic {
  const serviceSuffix = service === undefined ? '' : ` of the service "${service.name}"`;
  const message =
    keys.length === 0
      ? `No API key${serviceSuffix} is configured, so every request would be refused.`
      : `Every API key${serviceSuffix} has expired, so every request would be refused.`;
  if (service !== undefined) {
    const how =
      'Put digests under "keys" of its entry, or set ENGINE_KEY_ORDERING and ENGINE_KEY_RECEIVABLES in its envFile.';
    return fault('CFG507', message, `${how} \`engine key\` generates a new key.`, service.place);
  }
  const hint =
    'Set ENGINE_KEY_ORDERING and ENGINE_KEY_RECEIVABLES to the keys that the platform generated (ENGINE_KEY for one key for both apps), or put their digests under "keys" in engine.yaml. `engine key` generates a new key.';
  return fault('CFG507', message, hint);
}

/** Warnings about environment variables that look like a misspelt setting. */
export function misspeltVariables(layers: readonly EnvironmentLayer[]): readonly Diagnostic[] {
  const variableNames = [
    ...settingList.map(([, spec]) => spec.env),
    ...keyVariables.map(({ env }) => env),
    configVariable,
  ];
  const names = [...new Set(layers.flatMap((layer) => variablesOf(layer).map(([name]) => name)))];
  return names
    .filter(
      (name) =>
        name.startsWith('ENGINE_') &&
        !variableNames.includes(name) &&
        !variableNames.includes(name.replace(/_FILE$/, '')),
    )
    .flatMap((name) => {
      const near = closest(name, variableNames);
      return near === undefined
        ? []
        : [
            warning(
              'CFG501',
              `The environment variable ${name} is not a setting of the service.`,
              `Did you mean ${near}?`,
            ),
          ];
    });
}
