/** Which YAML files are profiles. */
import { basename } from 'node:path';

const names = /^(?:profile|.+\.profile)\.ya?ml$/;
const others = /^(?:engine|profile\.lock|runs|survivors|docker-compose|compose)\.ya?ml$/;

/** Whether a file is a profile: by its name, its schema line, or its first keys. */
export function isProfile(file: string, text: string): boolean {
  const name = basename(file);
  if (!/\.ya?ml$/.test(name) || others.test(name)) return false;
  if (names.test(name)) return true;
  const schema = /^# yaml-language-server: \$schema=(\S+)/m.exec(text)?.[1];
  if (schema !== undefined) return /(?:^|[/\\])profile\.schema\.json$/.test(schema);
  return /^(?:profile|extends):\s*\S/m.test(text) && /^(?:endpoints|sources|extends|contract):/m.test(text);
}
