/** Writes the generated files, and makes the program executable; run by `npm run build` after the compiler. A file that is up to date is left alone. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { outputs } from './outputs.ts';
import { projectFolder } from './project-folder.ts';

const root = projectFolder(import.meta.dirname);
for (const { path, content } of outputs) {
  const file = join(root, path);
  const text = await content();
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

// npx does so for a folder that it has not seen before: not for a clone that lies where an earlier one did.
chmodSync(join(import.meta.dirname, '..', 'entry.js'), 0o755);
