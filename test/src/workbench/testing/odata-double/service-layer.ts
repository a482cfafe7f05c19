/** A double of a small service in the style of SAP Business One's, with requests to it. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { isMap, type Members } from '../../../../../engine/host/index.ts';
import {
  type ODataDouble,
  type ODataDoubleInput,
  odataDouble,
} from '../../../../../src/workbench/testing/odata-double/odata-double.ts';

export interface Answer {
  readonly status: number;
  readonly body: Members;
}

export interface ServiceLayer {
  readonly double: ODataDouble;
  /** A request below the address, or to the address of a next page. */
  send(path: string, init?: RequestInit): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
  /** The values of a member in the order of a list. */
  list(path: string, member: string): Promise<readonly unknown[]>;
}

/** The records of a list. */
export const recordsOf = ({ body }: Answer): readonly Members[] =>
  Array.isArray(body.value) ? body.value.filter(isMap) : [];

/** Starts the double; it ends with the test. */
export async function serviceLayer(
  rows: ODataDoubleInput['rows'],
  rules: NonNullable<ODataDoubleInput['services'][0]['rules']> = () => ({}),
  metadata = join(import.meta.dirname, 'service-layer.xml'),
): Promise<ServiceLayer> {
  const double = await odataDouble({
    services: [{ base: '/b1s/v2', metadata, rules }],
    rows,
    environment: (url) => ({ url: `${url}/b1s/v2` }),
    places: (_, value) => [{ set: 'BusinessPartners', member: 'CardCode', value }],
  });
  onTestFinished(() => double.close());
  const layer: ServiceLayer = {
    double,
    async send(path, init = {}) {
      const response = await fetch(path.startsWith('http') ? path : `${double.environment.url}${path}`, init);
      const text = await response.text();
      const body: unknown = text === '' ? {} : JSON.parse(text);
      return { status: response.status, body: isMap(body) ? body : { body } };
    },
    post: (path, body) => layer.send(path, { method: 'POST', body: JSON.stringify(body) }),
    async list(path, member) {
      const answer = await layer.send(path);
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return recordsOf(answer).map((record) => record[member]);
    },
  };
  return layer;
}
