/** A long list over HTTP that the engine filters, joins and sorts itself leaves the loop to other requests. */
import { afterEach, expect, it } from 'vitest';
import { closeAll } from '../engine/sources/http/double.ts';
import { measureTurns } from '../support/turns.ts';
import { erp } from './one-endpoint.ts';

afterEach(closeAll);

const count = 60_000;
/** Documents of a request for lines. */
const perBatch = 10_000;
/** 7,919 and 60,013 are prime: each number comes once. */
const documents = Array.from({ length: count }, (_none, at) => ({
  no: `R ${at}`,
  rank: (at * 7_919) % 60_013,
  open: at % 3,
}));
const lines = documents.flatMap(({ no }) => [
  { doc: no, text: 'Hex bolt' },
  { doc: no, text: 'Washer' },
]);

it('filters, joins and sorts 60,000 documents with 120,000 lines in turns', { timeout: 180_000 }, async () => {
  const batches = Array.from({ length: count / perBatch }, (_none, at) =>
    JSON.stringify(lines.slice(at * 2 * perBatch, (at + 1) * 2 * perBatch)),
  );
  const texts = { docs: JSON.stringify(documents), lines: batches };
  const { engine } = await erp(
    {
      get: '/docs',
      page: { whole: true },
      where: 'open > 0',
      order: ['-rank'],
      attach: {
        lines: {
          get: '/lines',
          params: { count: '{{ $count($rows.no) }}' },
          batch: perBatch,
          page: { whole: true },
          fields: { _doc: 'doc', text: 'text' },
          on: { _doc: 'no' },
        },
      },
      fields: { id: 'no', lines: 'lines' },
    },
    ({ path }) => (path.includes('/docs') ? texts.docs : (texts.lines.pop() ?? [])),
  );
  const deadline = Date.now() + 170_000;
  const { value: outcome, longestShare } = await measureTurns(() =>
    engine.engine.call('/all', { schemaVersion: '1' }, { requestId: 'r', deadline }),
  );
  expect(outcome).toMatchObject({ ok: true });
  const wanted = documents.filter(({ open }) => open > 0).toSorted((a, b) => b.rank - a.rank);
  const text = outcome.ok ? JSON.stringify(outcome) : '';
  const first = text.indexOf(wanted[0]?.no ?? '-');
  expect(first).toBeGreaterThan(0);
  expect(text.indexOf(wanted[1]?.no ?? '-')).toBeGreaterThan(first);
  // Most of the longest turn is garbage collection. A share of the whole, because the number of turns and their lengths depend on the machine.
  expect(longestShare).toBeLessThan(0.2);
});
