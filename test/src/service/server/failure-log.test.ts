/** The cause from the engine and the status of the service are one log event. */
import { describe, expect, it } from 'vitest';
import { failureEvent, lateFailureEvent } from '../../../../src/service/server/failure-log.ts';

const endpoint = '/catalog/products/search';
const problem = { kind: 'broken', message: 'The ERP answered with an error.' } as const;
const cause = { level: 'error', message: 'words of the driver' } as const;
const line = { level: 'error', requestId: 'a', endpoint, problem: 'broken' };
const call = { requestId: 'a', endpoint };

describe('the event of a call that failed', () => {
  it('joins the cause and the answer', () => {
    const event = failureEvent({ ...call, outcome: { ok: false, problem, cause } }, 502);
    expect(event).toEqual({ ...line, event: 'call_failed', status: 502, message: 'words of the driver' });
  });

  it('takes the message of the answer where the engine gave no cause', () => {
    const event = failureEvent({ ...call, outcome: { ok: false, problem } }, 502);
    expect(event).toEqual({ ...line, event: 'call_failed', status: 502, message: problem.message });
  });

  it('has the stack of a bug', () => {
    const bug = { kind: 'bug', message: 'The service failed on this request.' } as const;
    const outcome = { ok: false, problem: bug, cause: { ...cause, stack: 'Error: at x.ts' } } as const;
    expect(failureEvent({ ...call, outcome }, 500)).toMatchObject({ problem: 'bug', stack: 'Error: at x.ts' });
  });

  it('has a separate event, without a status, if the answer was sent before', () => {
    const event = lateFailureEvent({ ...call, outcome: { ok: false, problem, cause } });
    expect(event).toEqual({ ...line, event: 'call_failed_late', message: 'words of the driver' });
  });
});
