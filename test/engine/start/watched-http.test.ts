/** A source of a service that is held against a description: a comparison that fails does not fail the request. */
import { afterEach, expect, it } from 'vitest';
import type { ServiceDescription } from '../../../engine/description/model.ts';
import { watchedHttp } from '../../../engine/start/described-http.ts';
import { closeAll, get, httpDouble, json, open } from '../sources/http/double.ts';

afterEach(closeAll);

const broken: ServiceDescription = {
  files: ['metadata.xml'],
  resolve() {
    throw new RangeError('too deep');
  },
  paths: [],
  calls: [],
  errors: () => [],
  uses: [],
  size: { operations: 0, types: 0 },
};

it('answers where the comparison breaks off, and says so once', async () => {
  const { url } = await httpDouble((_request, response) => json(response, { id: 1 }));
  const events: string[] = [];
  const watched = watchedHttp(
    open({ url }),
    { service: broken, url, conceal: (text) => text, credentials: [] },
    (event) => events.push(`${event.level} ${event.event} ${event.message}`),
  );
  const call = { deadline: Date.now() + 10_000 };
  for (const _ of [1, 2]) {
    const { reply } = await watched.send(get('/items'), async () => ({ kind: 'ok' }), call);
    expect(reply.body).toEqual({ id: 1 });
  }
  const texts = [
    'The profile sends something that cannot be compared with metadata.xml: too deep (GET /items).',
    'The ERP answers something that cannot be compared with metadata.xml: too deep (GET /items).',
  ];
  expect(watched.disagreements?.()).toEqual(texts);
  expect(events).toEqual(texts.map((text) => `warn description_disagrees ${text}`));
});
