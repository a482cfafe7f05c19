/** Writes the extension for VS Code: its only file, and the package for an installation. `npm run vscode` runs it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../project-folder.ts';
import { bundleExtension } from './bundle-extension.ts';
import { packExtension } from './vsix.ts';

const folder = join(projectFolder(import.meta.dirname), 'editors/vscode');
const bundle = await bundleExtension(folder);
mkdirSync(join(folder, 'dist'), { recursive: true });
writeFileSync(join(folder, 'dist/extension.cjs'), bundle.code);
const { name, archive } = packExtension(folder, bundle);
writeFileSync(join(folder, name), archive);
process.stdout.write(`editors/vscode/${name}: ${Math.ceil(archive.length / 1_000)} kB\n`);
