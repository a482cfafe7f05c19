/** The histogram of durations: the same text in /metrics as that of prom-client. */
import { Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { Durations } from '../../../../../src/service/observability/metrics/index.ts';

const options = { name: 'wait_seconds', help: 'Time.', labelNames: ['source', 'operation'], buckets: [0.001, 0.25, 1] };

it('counts like a histogram of prom-client, also at its bounds', async () => {
  const [own, theirs] = [new Registry(), new Registry()];
  const durations = new Durations(options);
  own.registerMetric(durations);
  const histogram = new Histogram({ ...options, registers: [theirs] });
  // Binary fractions, so that their sum is exact in any order.
  for (const seconds of [0, 0.25, 0.2509765625, 0.0009765625, 1, 0.5, 4, 128]) {
    const labels = { source: 'erp', operation: seconds < 1 ? 'read' : 'write' };
    durations.add(`${labels.source} ${labels.operation}`, labels, seconds);
    histogram.observe(labels, seconds);
  }
  expect((await own.metrics()).split('\n').toSorted()).toEqual((await theirs.metrics()).split('\n').toSorted());
  expect(await own.metrics()).toContain('wait_seconds_bucket{le="0.25",source="erp",operation="read"} 3\n');
});
