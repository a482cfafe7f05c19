/** What the engine says of a failing call, and what the service knows of it, make one line. */
import { describe, expect, it } from 'vitest';
import type { ServiceEvent } from '../../src/events/events.ts';
import type { EngineEvent } from '../../src/server/engine-api.ts';
import { createFailureLog } from '../../src/server/failure-log.ts';

const endpoint = '/catalog/products/search';
const problem = { kind: 'broken', message: 'The ERP answered with an error.' } as const;
const cause = { level: 'error', event: 'broken', requestId: 'a', endpoint, message: 'words of the driver' } as const;
const line = { level: 'error', event: 'call_failed', requestId: 'a', endpoint, status: 502, problem: 'broken' };

function open() {
  const events: (ServiceEvent | EngineEvent)[] = [];
  return { events, failures: createFailureLog((event) => void events.push(event)) };
}

describe('the log of failures', () => {
  it('joins the cause and the answer', () => {
    const { events, failures } = open();
    failures.begin('a');
    failures.fromEngine(cause);
    expect(events).toEqual([]);
    failures.end('a', { endpoint, status: 502, problem });
    expect(events).toEqual([{ ...line, message: 'words of the driver' }]);
  });

  it('takes the message of the answer where the engine gave no cause', () => {
    const { events, failures } = open();
    failures.begin('a');
    failures.end('a', { endpoint, status: 502, problem });
    expect(events).toEqual([{ ...line, message: problem.message }]);
  });

  it('tells calls apart', () => {
    const { events, failures } = open();
    failures.begin('a');
    failures.begin('b');
    failures.fromEngine(cause);
    failures.end('b', { endpoint, status: 504, problem: { kind: 'timeout', message: 'late' } });
    failures.end('a', { endpoint, status: 502, problem });
    expect(events).toMatchObject([
      { level: 'warn', requestId: 'b', status: 504, message: 'late' },
      { level: 'error', requestId: 'a', status: 502, message: 'words of the driver' },
    ]);
  });

  it('passes on what is about no failing call, and what comes after the answer', () => {
    const { events, failures } = open();
    const others: EngineEvent[] = [
      { level: 'warn', event: 'row dropped', requestId: 'a' },
      { level: 'error', event: 'source not ready', source: 'erp' },
    ];
    failures.begin('a');
    for (const event of others) failures.fromEngine(event);
    failures.end('a', undefined);
    failures.fromEngine(cause);
    expect(events).toEqual([...others, cause]);
  });
});
