/** The certificate of the service is reported before it expires, and afterwards. */
import { generate } from 'selfsigned';
import { expect, it, onTestFinished } from 'vitest';
import { watchCertificateDates } from '../../../../src/service/server/certificate-dates.ts';

it.each([
  ['2026-06-16T12:00:00Z', []],
  ['2026-06-17T12:00:01Z', [['warn', 'The certificate expires on 2026-07-01T12:00:00.000Z.']]],
  ['2026-07-01T12:00:01Z', [['error', 'The certificate expired on 2026-07-01T12:00:00.000Z: clients refuse it.']]],
])('at %s', async (now, reports) => {
  const dates = { notBeforeDate: new Date('2026-01-01T00:00:00Z'), notAfterDate: new Date('2026-07-01T12:00:00Z') };
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'engine.test' }], dates);
  const events: unknown[] = [];
  const watch = watchCertificateDates(
    (event) => void events.push([event.level, 'message' in event ? event.message : event.event]),
    () => Date.parse(now),
  );
  onTestFinished(watch.stop);
  watch.look({ cert: Buffer.from(cert), key: Buffer.from(key) });
  expect(events).toEqual(reports);
});
