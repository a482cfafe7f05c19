import { seed } from '../../../../support/seed.ts';
import { type Client, openClient, type Reply } from './client.ts';
import { type DiscoveredData, finder } from './discovered-data.ts';
import type { App, Body, Endpoint } from './endpoints.ts';
import { type Random, randomFrom } from './random.ts';
import { accepted, refusedFields } from './replies.ts';
import type { Target } from './target.ts';

/** What every test works with: the service, its keys, its data, and choices that a seed repeats. */
export interface Bench {
  readonly target: Target;
  readonly client: Client;
  readonly discovered: DiscoveredData;
  readonly random: Random;
  /** A document number that no run has used before. */
  readonly fresh: (prefix: string) => string;
  /** Sends a body as it stands with the endpoint's own key. */
  readonly post: (
    endpoint: Endpoint,
    json: string | Buffer,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Reply>;
  /** Sends a body, `schemaVersion` added, with the endpoint's own key. */
  readonly call: (endpoint: Endpoint, body: Body) => Promise<Reply>;
  /** Sends a body that must be accepted. Gives the answer, its numbers as text. */
  readonly ask: <T>(endpoint: Endpoint<T>, body: Body) => Promise<T>;
  /** Sends a body that must be refused with 422. Gives the names of the fields at fault. */
  readonly refuse: (endpoint: Endpoint, body: Body) => Promise<readonly string[]>;
}

/** The header of a key. */
export const bearer = (key: string): Readonly<Record<string, string>> => ({ authorization: `Bearer ${key}` });

/** The key that opens an app; /health is open to any. */
export function keyOf(target: Target, app: App): string {
  switch (app) {
    case 'ordering':
    case 'both':
      return target.orderingKey;
    case 'receivables':
      return target.receivablesKey;
  }
}

/** Opens the bench. All its choices follow from the seed of the run. */
export function openBench(target: Target): Bench {
  const client = openClient(target.baseUrl);
  const random = randomFrom(seed);
  // Numbers must be new even when a seed is repeated against the same database, so they come from the clock.
  const run = Date.now().toString(36).toUpperCase();
  let numbers = 0;
  const fresh = (prefix: string): string => {
    numbers += 1;
    return `${prefix}${run}${numbers.toString(36).toUpperCase().padStart(2, '0')}`;
  };

  const post: Bench['post'] = (endpoint, json, headers) =>
    client.send({
      path: endpoint.path,
      headers: { 'content-type': 'application/json', ...bearer(keyOf(target, endpoint.app)), ...headers },
      body: json,
    });
  const call: Bench['call'] = (endpoint, body) => post(endpoint, JSON.stringify({ schemaVersion: '1', ...body }));
  const ask: Bench['ask'] = async (endpoint, body) => accepted(endpoint, await call(endpoint, body));
  const refuse: Bench['refuse'] = async (endpoint, body) => refusedFields(await call(endpoint, body));
  const discovered = finder({ target, random, fresh, call, ask });
  return { target, client, discovered, random, fresh, post, call, ask, refuse };
}
