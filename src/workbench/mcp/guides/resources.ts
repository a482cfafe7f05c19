/** Resources: pages of the documentation, and the shipped profiles as examples. */
import { type McpServer, ResourceNotFoundError, ResourceTemplate } from '@modelcontextprotocol/server';
import { pageNames, pages, readPage, readShipped, shippedProfiles } from './pages.ts';

const typeOf = (file: string): string => (file.endsWith('.md') ? 'text/markdown' : 'application/yaml');

/** `root`: the folder of the program's package.json. */
export function registerResources(server: McpServer, root: string): void {
  for (const name of pageNames) {
    const mimeType = 'text/markdown';
    server.registerResource(name, `engine://docs/${name}`, { title: pages[name], mimeType }, ({ href }) => ({
      contents: [{ uri: href, mimeType, text: readPage(root, name) }],
    }));
  }
  const profiles = shippedProfiles(root);
  const all = profiles.flatMap(({ name, files }) =>
    files.map((file) => ({ uri: `engine://profiles/${name}/${file}`, name: `${name}/${file}`, profile: name, file })),
  );
  const template = new ResourceTemplate('engine://profiles/{name}/{+file}', {
    list: () => ({ resources: all.map(({ uri, name, file }) => ({ uri, name, mimeType: typeOf(file) })) }),
  });
  const about = { title: 'Shipped profiles', description: 'Profiles of real ERPs with their cases, as examples' };
  server.registerResource('profiles', template, about, ({ href }) => {
    const found = all.find(({ uri }) => uri === href);
    if (found === undefined) throw new ResourceNotFoundError(href);
    const { profile, file } = found;
    return { contents: [{ uri: href, mimeType: typeOf(file), text: readShipped(root, profile, file) }] };
  });
}
