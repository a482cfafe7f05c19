import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The project's folder: `from` or its nearest parent with a package.json. Throws if there is none. */
export function projectFolder(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('No package.json above this script: run it from the project.');
  return projectFolder(parent);
}
