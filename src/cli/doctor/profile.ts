/** Checks of the profile with its sources: the findings of `engine check --connect`, and an inspection of each source. */
import { dirname } from 'node:path';
import { readBases } from '../../../engine/index.ts';
import {
  checkDatabases,
  concealer,
  concealIn,
  declaredSettings,
  type HealthCheck,
  inspectSources,
  secretsOf,
} from '../../../engine/tools/index.ts';
import { readText } from '../../service/config/environment.ts';
import type { ProfileInput } from '../../service/lifecycle/load-profile.ts';
import { type CheckGroup, findingCheck } from './groups.ts';

export interface ExaminedProfile {
  readonly groups: readonly CheckGroup[];
  /** The environment variables of its settings. */
  readonly variables: ReadonlySet<string>;
}

/** Hides the secrets of settings and of the profile in what drivers and servers report. */
function concealed(check: HealthCheck, conceal: (text: string) => string): HealthCheck {
  const { what, why, fix } = check;
  return {
    ...check,
    what: conceal(what),
    ...(why === undefined ? {} : { why: conceal(why) }),
    ...(fix === undefined ? {} : { fix: conceal(fix) }),
  };
}

/** The checks, and the variables that the profile reads. Secrets are hidden in all texts. */
export async function examineProfile(profile: ProfileInput): Promise<ExaminedProfile> {
  const { profileFile, profileName: file, locate, contract, environment, now } = profile;
  const text = readText(profileFile);
  if (text === undefined) {
    const what = `${file} cannot be read.`;
    const fix = 'Check the permissions of the file.';
    const check: HealthCheck = { name: 'file', status: 'error', what, why: 'The service cannot start.', fix };
    return { groups: [{ name: `profile ${file}`, checks: [check] }], variables: new Set() };
  }
  const bases = await readBases(text, profileFile, file, locate);
  const folder = dirname(profileFile);
  const { sources, texts } = await inspectSources(profile);
  const findings = await checkDatabases({ text, file, bases, folder, contract, environment, now });
  const literals = concealIn(new Map([[file, text], ...texts]));
  const settings = concealer(() => secretsOf(text, environment, bases).map((secret) => secret.reveal()));
  const conceal = (shown: string): string => settings(literals(shown));
  const checks = findings.flatMap(findingCheck);
  const none: HealthCheck = {
    name: 'check --connect',
    status: 'ok',
    what: 'statements, rights of the logins and probes of steps: no findings',
  };
  const all: readonly CheckGroup[] = [
    { name: `profile ${file}`, checks: checks.length === 0 ? [none] : checks },
    ...sources.map(({ name, checks: checksOfSource }) => ({ name: `source ${name}`, checks: checksOfSource })),
  ];
  const groups = all.map((group) => ({ ...group, checks: group.checks.map((check) => concealed(check, conceal)) }));
  const declared = declaredSettings(text, environment, bases) ?? [];
  return { groups, variables: new Set(declared.flatMap(({ env }) => (env === undefined ? [] : [env]))) };
}
