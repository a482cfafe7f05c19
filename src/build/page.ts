/** Builds the page of the studio with Vite. `npm run build` runs it; it does nothing if no input has changed since the last build. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { projectFolder } from './project-folder.ts';

const root = projectFolder(import.meta.dirname);
const page = join(root, 'src/workbench/studio/page');
const stamp = join(root, 'dist/studio/.inputs');

/** A digest of the sources of the page, of the protocol that it shares with the server, and of the versions of all packages. */
function inputsDigest(): string {
  const files = globSync(
    ['src/workbench/studio/page/**/*.*', 'src/workbench/operations/protocol/**/*.ts', 'package-lock.json'],
    { cwd: root },
  );
  const hash = createHash('sha256');
  for (const file of files.sort())
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update('\0');
  return hash.digest('hex');
}

const digest = inputsDigest();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== digest) {
  await build({ configFile: join(page, 'vite.config.ts') });
  writeFileSync(stamp, digest);
}
