/** Checks of the configuration: its findings, and who may read the files with secrets. */
import { existsSync, statSync } from 'node:fs';
import { platform } from 'node:os';
import { type HealthCheck, withoutSecretsOf } from '../../../engine/tools/index.ts';
import { readText } from '../../service/config/environment.ts';
import type { Configuration, LoadedConfig } from '../../service/config/load.ts';
import { keyVariables, settingList } from '../../service/config/settings.ts';
import { findingCheck } from './groups.ts';

/** The variables that the service reads itself. */
const ownVariables = new Set([...settingList.map(([, { env }]) => env), ...keyVariables.map(({ env }) => env)]);

/** Files that may contain secrets of a service: `.env`, engine.yaml, keys, the TLS key, and files of variables. `profileVariables`: the environment variables of the settings of its profile. */
export function secretFiles(config: LoadedConfig, profileVariables: ReadonlySet<string>): readonly string[] {
  const { keyFiles, variableFiles, settings } = config;
  const named = variableFiles
    .filter(({ variable }) => ownVariables.has(variable) || profileVariables.has(variable))
    .map(({ file }) => file);
  const existing = keyFiles.filter((file) => existsSync(file));
  const tlsKey = settings.tlsKey === undefined ? [] : [settings.tlsKey];
  return [...new Set([...existing, ...tlsKey, ...named])];
}

function fileCheck(file: string): readonly HealthCheck[] {
  const name = 'secret files';
  if (readText(file) === undefined) {
    return [
      {
        name,
        status: 'error',
        what: `${file} cannot be read by this user.`,
        why: 'The service does not get the secret, or the setting, in it.',
        fix: `Check that the file exists; chown <user of the service> '${file}' && chmod 600 '${file}'`,
      },
    ];
  }
  const mode = statSync(file).mode & 0o777;
  // Windows has other permissions, which Node does not report.
  if (platform() === 'win32' || (mode & 0o007) === 0) return [];
  const isYaml = /\.ya?ml$/.test(file);
  // A configuration file usually contains no secret: keys are in it as digests.
  if (isYaml && (mode & 0o002) === 0) return [];
  return [
    {
      name,
      status: 'warning',
      what: `Every user of this machine may ${(mode & 0o002) === 0 ? 'read' : 'change'} ${file} (mode ${mode.toString(8)}).`,
      why: 'It may contain secrets, or decides what the service does.',
      fix: `chmod ${isYaml ? 'o-w' : '600'} '${file}'`,
    },
  ];
}

/** `secrets`: files that may contain secrets. */
export function configurationChecks(
  { diagnostics, sources }: Configuration,
  secrets: readonly string[],
): readonly HealthCheck[] {
  const findings = withoutSecretsOf(diagnostics, sources).flatMap(findingCheck);
  const files = [...new Set(secrets)];
  const permissions = files.flatMap(fileCheck);
  const settings: HealthCheck = { name: 'settings', status: 'ok', what: 'no findings' };
  const readable: HealthCheck = {
    name: 'secret files',
    status: 'ok',
    what: `${files.length} files, readable as expected`,
  };
  return [...(findings.length === 0 ? [settings] : findings), ...(permissions.length === 0 ? [readable] : permissions)];
}
