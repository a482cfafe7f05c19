/** Entries of services that the store has in a table, beside those of engine.yaml and of files. */
import { isAbsolute, normalize, win32 } from 'node:path';
import type { Diagnostic } from '../../../engine/index.ts';
import { type ReadService, readStoredEntry } from './engine-yaml.ts';
import type { Variables } from './environment.ts';
import { fault } from './fault.ts';

/** A row of the table. */
export interface StoredEntry {
  readonly name: string;
  /** JSON: an entry of `services` without `keys` and `suspended`. */
  readonly entry: string;
  /** JSON: its `keys`. */
  readonly keys: string;
  /** Undefined if they cannot be decrypted. */
  readonly variables: Variables | undefined;
  readonly isSuspended: boolean;
  readonly revision: number;
}

/** A fault of a member of a company: `path` leads to it. */
export interface MemberFault {
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly hint: string;
}

/** What findings name in place of a file. */
const storedFile = (name: string): string => `engine_company/${name}`;

const inside = 'Write a path inside the folder of engine.yaml.';

/** Whether a path leads out of the folder that it is relative to, on any operating system. */
function leadsOut(path: string): boolean {
  const parts = normalize(path.replaceAll('\\', '/')).split('/');
  return isAbsolute(path) || win32.isAbsolute(path) || parts[0] === '..';
}

/**
 * Faults of an entry that may come from another machine. Its paths stay inside the folder of engine.yaml, and its variables are no settings of the service: otherwise who may
 * change companies could read each file of this machine. `prefix`: the path of the entry.
 */
export function storedEntryFaults(
  entry: Readonly<Record<string, unknown>>,
  variables: Variables,
  prefix: readonly string[] = [],
): readonly MemberFault[] {
  const paths = ['profile', 'keyFile', 'envFile'].flatMap((name): readonly MemberFault[] => {
    const path = entry[name];
    return typeof path === 'string' && leadsOut(path)
      ? [{ path: [...prefix, name], message: 'leads out of the folder of engine.yaml', hint: inside }]
      : [];
  });
  const names = Object.entries(variables).flatMap(([name, value = '']): readonly MemberFault[] => {
    const path = ['variables', name];
    if (!/^[A-Za-z_]\w{0,99}$/.test(name))
      return [{ path, message: 'is not a name for a variable', hint: 'Use letters, digits and "_".' }];
    if (name.toUpperCase().startsWith('ENGINE_'))
      return [{ path, message: 'is a setting of the service', hint: 'Write it as a member of the entry.' }];
    return name.endsWith('_FILE') && leadsOut(value)
      ? [{ path, message: 'leads out of the folder of engine.yaml', hint: inside }]
      : [];
  });
  return [...paths, ...names];
}

/** The stored parts as one JSON text with a member in each line, as a file would have them. */
function entryText({ entry, keys, isSuspended }: StoredEntry): string {
  const parts = { ...Object(JSON.parse(entry)), ...(isSuspended && { suspended: true }), keys: JSON.parse(keys) };
  return JSON.stringify(parts, null, 1);
}

/** The path of the member that a finding is about, by the line of its place in the text of the entry. */
export function memberPath(row: StoredEntry, { place }: Diagnostic): readonly PropertyKey[] {
  if (place?.file !== storedFile(row.name)) return [];
  const lines = entryText(row).split('\n').slice(0, place.line);
  const member = lines.map((line) => /^ "([^"]+)":/.exec(line)?.[1]).findLast((name) => name !== undefined);
  if (member === undefined) return [];
  return member === 'keys' ? ['keys'] : ['entry', member];
}

const read = new WeakMap<StoredEntry, ReadService>();

/** Reads an entry. The result for the same object is kept: thousands of them stay as they are at each change of one. `folder`: that of engine.yaml, absolute. */
export function readStored(row: StoredEntry, folder: string): ReadService {
  const result = read.get(row) ?? readRow(row, folder);
  read.set(row, result);
  return result;
}

function readRow(row: StoredEntry, folder: string): ReadService {
  const { name, variables, revision } = row;
  const file = storedFile(name);
  const faulty = (diagnostics: readonly Diagnostic[]): ReadService => ({ diagnostics });
  if (variables === undefined) {
    const hint = 'Set ENGINE_STORE_KEY to the key that encrypted them, or set the variables again.';
    return faulty([fault('CFG524', `The variables of the company "${name}" cannot be decrypted.`, hint)]);
  }
  let text: string;
  try {
    text = entryText(row);
  } catch {
    const message = `The entry of the company "${name}" in the store is not JSON.`;
    return faulty([fault('CFG524', message, 'Remove the company, and add it again.')]);
  }
  const result = readStoredEntry(name, { file, folder, text }, { variables, revision });
  if (result.service === undefined) return result;
  const faults = storedEntryFaults(Object(JSON.parse(text)), variables);
  if (faults.length === 0) return result;
  return faulty(
    faults.map(({ path, message, hint }) => fault('CFG502', `"${path.map(String).join('.')}" ${message}.`, hint)),
  );
}
