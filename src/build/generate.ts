/** Writes the generated files; run by `npm run build` after the compiler. A file that is up to date is left alone. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { outputs } from './outputs.ts';

function projectFolder(from: string): string {
  if (existsSync(join(from, 'package.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('No package.json above this script: run it from the project.');
  return projectFolder(parent);
}

const root = projectFolder(import.meta.dirname);
for (const { path, content } of outputs) {
  const file = join(root, path);
  const text = content();
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
