/** The endpoint and the request of `engine run`. */
import { resolve } from 'node:path';
import { type Endpoint, parseBody } from '../../../engine/index.ts';
import { readText } from '../../service/config/environment.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import { readField } from '../shared/field-value.ts';
import { refuseEndpoint, UsageError } from '../shared/usage.ts';

/** The endpoint of a path. Throws `UsageError` if there is none, or if the service answers it without the engine. */
export function endpointOf(host: Host, path: string): Endpoint {
  const { endpoints } = host.contract;
  const endpoint = endpoints.find((one) => one.path === path) ?? refuseEndpoint(path, endpoints);
  if (endpoint.answer.kind === 'service') throw new UsageError(`${path} is answered by the service itself`);
  return endpoint;
}

/** The body of the request: the object in the file, with the given fields set. Throws `UsageError`. */
export function requestOf(
  host: Host,
  endpoint: Endpoint,
  fields: readonly string[],
  file: string | undefined,
): Readonly<Record<string, unknown>> {
  const text = file === undefined ? '{}' : readText(resolve(host.cwd, file));
  if (text === undefined) throw new UsageError(`the file ${file} cannot be read`);
  const parsed = parseBody(text);
  const isObject = parsed.ok && typeof parsed.body === 'object' && parsed.body !== null && !Array.isArray(parsed.body);
  if (!isObject) throw new UsageError(`the file ${file} does not contain a JSON object`);
  return Object.assign(
    { schemaVersion: host.contract.version },
    parsed.body,
    Object.fromEntries(fields.map((field) => readField(endpoint, field))),
  );
}
