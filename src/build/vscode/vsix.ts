/** The package of the extension, as VS Code installs it: a ZIP archive with its manifest. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { XMLBuilder } from 'fast-xml-parser';
import { z } from 'zod';
import type { ExtensionBundle } from './bundle-extension.ts';
import { zip } from './zip.ts';

const manifest = z.object({
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  version: z.string(),
  publisher: z.string(),
  engines: z.object({ vscode: z.string() }),
  categories: z.array(z.string()),
});

const xml = (content: object): Buffer =>
  Buffer.from(
    new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', suppressEmptyNode: true }).build(content),
  );

const declaration = { '?xml': { '@version': '1.0', '@encoding': 'utf-8' } };

function packageManifest(given: z.infer<typeof manifest>): Buffer {
  const { name, displayName, description, version, publisher, engines, categories } = given;
  return xml({
    ...declaration,
    PackageManifest: {
      '@Version': '2.0.0',
      '@xmlns': 'http://schemas.microsoft.com/developer/vsx-schema/2011',
      Metadata: {
        Identity: { '@Language': 'en-US', '@Id': name, '@Version': version, '@Publisher': publisher },
        DisplayName: displayName,
        Description: description,
        Categories: categories.join(','),
        Properties: { Property: [{ '@Id': 'Microsoft.VisualStudio.Code.Engine', '@Value': engines.vscode }] },
      },
      Installation: { InstallationTarget: { '@Id': 'Microsoft.VisualStudio.Code' } },
      Dependencies: '',
      Assets: {
        Asset: [
          {
            '@Type': 'Microsoft.VisualStudio.Code.Manifest',
            '@Path': 'extension/package.json',
            '@Addressable': 'true',
          },
          {
            ...{ '@Type': 'Microsoft.VisualStudio.Services.Content.Details', '@Path': 'extension/readme.md' },
            '@Addressable': 'true',
          },
        ],
      },
    },
  });
}

const contentTypes = (): Buffer =>
  xml({
    ...declaration,
    Types: {
      '@xmlns': 'http://schemas.openxmlformats.org/package/2006/content-types',
      Default: [
        { '@Extension': '.json', '@ContentType': 'application/json' },
        { '@Extension': '.cjs', '@ContentType': 'application/javascript' },
        { '@Extension': '.md', '@ContentType': 'text/markdown' },
        { '@Extension': '.txt', '@ContentType': 'text/plain' },
        { '@Extension': '.vsixmanifest', '@ContentType': 'text/xml' },
      ],
    },
  });

/** `folder`: editors/vscode. */
export function packExtension(
  folder: string,
  { code, licenses }: ExtensionBundle,
): { readonly name: string; readonly archive: Buffer } {
  const text = readFileSync(join(folder, 'package.json'));
  const given = manifest.parse(JSON.parse(text.toString('utf8')));
  const archive = zip([
    { path: '[Content_Types].xml', content: contentTypes() },
    { path: 'extension.vsixmanifest', content: packageManifest(given) },
    { path: 'extension/package.json', content: text },
    { path: 'extension/readme.md', content: readFileSync(join(folder, 'README.md')) },
    { path: 'extension/LICENSES.txt', content: Buffer.from(licenses) },
    { path: 'extension/dist/extension.cjs', content: Buffer.from(code) },
  ]);
  return { name: `${given.name}-${given.version}.vsix`, archive };
}
