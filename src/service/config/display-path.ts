/** Names of files in messages. */
import { relative } from 'node:path';

/** A file inside the working directory by its relative path, any other file by its absolute path. */
export function displayPath(cwd: string, file: string): string {
  const near = relative(cwd, file);
  return near.startsWith('..') ? file : near;
}
