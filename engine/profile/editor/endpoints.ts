/** The endpoints of a profile as an editor knows them: their paths, what each must give, and how to begin one. */
import type { Endpoint } from '../../base/contract.ts';
import { endpointHints } from './hints.ts';
import { skeleton } from './skeleton.ts';

/** The name of the definition of an endpoint's hints. */
const hintsName = ({ path }: Endpoint): string => `hints${path.replaceAll('/', '-')}`;

/** The definitions that `endpointProperties` points at. */
export function hintDefinitions(endpoints: readonly Endpoint[]): Readonly<Record<string, object>> {
  return Object.fromEntries(endpoints.map((endpoint) => [hintsName(endpoint), endpointHints(endpoint)]));
}

/**
 * A schema for each path. `grammar` is the definition that it has to fit, `begun` whether an editor inserts the first lines of an
 * endpoint with its path: not where it changes one that is there.
 */
export function endpointProperties(
  endpoints: readonly Endpoint[],
  grammar: string,
  begun: boolean,
): Readonly<Record<string, object>> {
  return Object.fromEntries(
    endpoints.map((endpoint) => {
      const { path, title, description } = endpoint;
      const schema = {
        description: `${title}: ${description}`,
        // The hints come first: editors show the first description that they find for a key.
        allOf: [{ $ref: `#/definitions/${hintsName(endpoint)}` }, { $ref: `#/definitions/${grammar}` }],
        ...(begun && { defaultSnippets: [{ label: `begin ${path}`, description, body: skeleton(endpoint) }] }),
      };
      return [path, schema];
    }),
  );
}
