/** Which YAML files the language service knows: profiles, their cases, and the configuration. */
import { basename, dirname } from 'node:path';

/** `configuration`: engine.yaml. */
export type FileKind = 'profile' | 'cases' | 'configuration';

const names = /^(?:profile|.+\.profile)\.ya?ml$/;
const others = /^(?:profile\.lock|runs|survivors|docker-compose|compose)\.ya?ml$/;

const kindsOfSchemas: Readonly<Record<string, FileKind>> = {
  profile: 'profile',
  cases: 'cases',
  config: 'configuration',
};

/** By the name of the file, its schema line, its folder, or its first keys; undefined for other files. */
export function fileKind(file: string, text: string): FileKind | undefined {
  const name = basename(file);
  if (!/\.ya?ml$/.test(name) || others.test(name)) return undefined;
  if (names.test(name)) return 'profile';
  const schema = /^# yaml-language-server: \$schema=(\S+)/m.exec(text)?.[1];
  if (schema !== undefined) return kindsOfSchemas[/(?:^|[/\\])(\w+)\.schema\.json$/.exec(schema)?.[1] ?? ''];
  if (/^engine\.ya?ml$/.test(name)) return 'configuration';
  if (/^(?:profile|extends):\s*\S/m.test(text) && /^(?:endpoints|sources|extends|contract):/m.test(text))
    return 'profile';
  // A new file in the folder is still empty.
  const isCases = basename(dirname(file)) === 'cases' && (text.trim() === '' || /^(?:cases|now|settings):/m.test(text));
  return isCases ? 'cases' : undefined;
}

/** Whether a file is a profile. */
export const isProfile = (file: string, text: string): boolean => fileKind(file, text) === 'profile';
