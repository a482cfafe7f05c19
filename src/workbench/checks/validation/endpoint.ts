/** Endpoints of the contract by their paths. */
import type { Endpoint } from '../../../../engine/index.ts';
import { endpoints } from '../../../contract/index.ts';
import type { Path } from '../../../contract/types.ts';

const byPath: ReadonlyMap<string, Endpoint> = new Map(endpoints.map((endpoint) => [endpoint.path, endpoint]));

/** All paths, in the order of the documentation. */
export const paths: readonly Path[] = endpoints.map(({ path }) => path);

/** The endpoint of a path; undefined where the contract has none. */
export const endpointAt = (path: string): Endpoint | undefined => byPath.get(path);

/** The app that an endpoint belongs to; a path of no endpoint is open to both. */
export const appOf = (path: string): Endpoint['app'] => endpointAt(path)?.app ?? 'both';
