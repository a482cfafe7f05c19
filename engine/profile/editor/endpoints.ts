/** The JSON Schema of endpoints for editors: paths, descriptions of fields, and a snippet to start an endpoint. */
import type { Endpoint } from '../../base/contract.ts';
import { endpointHints } from './hints.ts';
import { skeleton } from './skeleton.ts';

/** The name of the definition of an endpoint's hints. */
const hintsName = ({ path }: Endpoint): string => `hints${path.replaceAll('/', '-')}`;

/** The definitions that `endpointProperties` refers to. */
export function hintDefinitions(endpoints: readonly Endpoint[]): Readonly<Record<string, object>> {
  return Object.fromEntries(endpoints.map((endpoint) => [hintsName(endpoint), endpointHints(endpoint)]));
}

/**
 * The schema of each path. `grammar` is the name of its definition. `snippets`: editors insert the first lines of a new endpoint; overlays, which
 * change existing endpoints, do without.
 */
export function endpointProperties(
  endpoints: readonly Endpoint[],
  grammar: string,
  snippets: boolean,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    endpoints.map((endpoint) => {
      const { path, title, description } = endpoint;
      const schema = {
        description: `${title}: ${description}`,
        // The hints come first: editors show the first description that they find for a key.
        allOf: [{ $ref: `#/definitions/${hintsName(endpoint)}` }, { $ref: `#/definitions/${grammar}` }],
        ...(snippets && { defaultSnippets: [{ label: `begin ${path}`, description, body: skeleton(endpoint) }] }),
      };
      return [path, schema];
    }),
  );
}
