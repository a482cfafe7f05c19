/** How messages name a file. */
import { relative } from 'node:path';

/** A file below the working directory by its path from there, any other by its absolute path. */
export function displayPath(cwd: string, file: string): string {
  const near = relative(cwd, file);
  return near.startsWith('..') ? file : near;
}
