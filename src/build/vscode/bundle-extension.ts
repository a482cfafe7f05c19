/** The extension for VS Code as one file. */
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { licensedPackage, licenseList } from '../bundle/licenses.ts';
import { packageFolders } from '../package-folders.ts';

export interface ExtensionBundle {
  readonly code: string;
  /** The licences of the packages in it. */
  readonly licenses: string;
}

/** Everything that the extension needs, apart from the module `vscode` and those of Node. `folder`: editors/vscode. */
export async function bundleExtension(folder: string): Promise<ExtensionBundle> {
  const bundle = await rolldown({
    input: join(folder, 'src/extension.ts'),
    platform: 'node',
    external: ['vscode'],
    onLog(level, { message }) {
      if (level === 'warn') throw new Error(message);
    },
  });
  const { output } = await bundle.generate({ format: 'cjs', minify: true, codeSplitting: false });
  await bundle.close();
  const [chunk, ...others] = output;
  if (others.length > 0)
    throw new Error(`The extension has several files: ${others.map(({ fileName }) => fileName).join(', ')}`);
  const root = join(folder, '../..');
  const packages = packageFolders(chunk.moduleIds).map((path) => licensedPackage(join(root, path)));
  return { code: chunk.code, licenses: licenseList(packages) };
}
