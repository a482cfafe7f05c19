/** Writes the generated files. `npm run build` runs it after the compiler. Does not touch files that are up to date. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputs } from './outputs.ts';
import { projectFolder } from './project-folder.ts';

const root = projectFolder(import.meta.dirname);
for (const { path, content } of outputs) {
  const file = join(root, path);
  const text = await content();
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}
