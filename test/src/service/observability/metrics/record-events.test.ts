/** Statements are counted with their rows and durations. */
import { expect, it } from 'vitest';
import { createDefinitions, recordEvents } from '../../../../../src/service/observability/metrics/index.ts';

const statement = {
  level: 'debug',
  event: 'statement_ran',
  requestId: 'r-1',
  endpoint: '/pricing/resolve',
  source: 'erp',
  operation: 'read',
  ms: 0.5,
  message: 'A statement was run.',
  rows: 3,
} as const;

it('every statement is counted, at every reading', async () => {
  const statements = 3;
  const metrics = createDefinitions();
  const record = recordEvents(metrics, new Set());
  for (const reading of [1, 2]) {
    for (let n = 0; n < statements; n += 1) record(statement);
    const text = await metrics.registry.metrics();
    const total = statements * reading;
    expect(text).toContain(`engine_source_rows_total{source="erp"} ${total * 3}\n`);
    expect(text).toContain(`engine_source_results_total{source="erp",operation="read",result="ok"} ${total}\n`);
    expect(text).toContain(`engine_source_duration_seconds_count{source="erp",operation="read"} ${total}\n`);
  }
});
