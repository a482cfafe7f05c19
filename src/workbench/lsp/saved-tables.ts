/** The tables of an ERP in a file beside the profile: `profile.yaml` has `profile.schema.json`. */
import { statSync, writeFileSync } from 'node:fs';
import { readText } from '../../service/config/environment.ts';
import { type ErpTables, readSaved, savedText } from '../language/index.ts';

/** The path of the saved tables, in the folder of the profile. */
export const savedFileOf = (profile: string): string => `${profile.replace(/\.ya?ml$/, '')}.schema.json`;

interface Read {
  readonly time: number;
  readonly tables: ErpTables | undefined;
}

/** Reads the saved files, each again when it has changed. */
export function savedTables(): (profile: string) => ErpTables | undefined {
  const readFiles = new Map<string, Read>();
  return (profile) => {
    const file = savedFileOf(profile);
    const time = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (time === undefined) return undefined;
    const before = readFiles.get(file);
    if (before?.time === time) return before.tables;
    const tables = readSaved(readText(file) ?? '');
    readFiles.set(file, { time, tables });
    return tables;
  };
}

/** Writes the file beside a profile. Returns its path. */
export function saveTables(profile: string, tables: ErpTables): string {
  const file = savedFileOf(profile);
  writeFileSync(file, savedText(tables));
  return file;
}
