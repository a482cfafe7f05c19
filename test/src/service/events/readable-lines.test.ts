import { describe, expect, it } from 'vitest';

import { createLogger } from '../../../../src/service/events/logger.ts';
import { readableLines } from '../../../../src/service/events/readable-lines.ts';

type Event = Parameters<ReturnType<typeof createLogger>['emit']>[0];

/** The lines of an event, with the time replaced: the pattern of a time must be there. */
function shown(event: Event, color = false): string {
  let text = '';
  const write = (line: string): void => {
    text += line;
  };
  createLogger('debug', readableLines({ write, flush: () => undefined }, color)).emit(event);
  return text.replace(/\d\d:\d\d:\d\d\.\d{3}/, 'TIME');
}

describe('log lines for people', () => {
  it('have time, level, event, message and fields; what is false or missing is left out', () => {
    const request = { requestId: 'id-1', method: 'POST', path: '/invoices/list', status: 200, ms: 12 } as const;
    expect(shown({ level: 'info', event: 'request', ...request, key: 'shop', client: undefined, aborted: false })).toBe(
      'TIME info  request  requestId=id-1 method=POST path=/invoices/list status=200 ms=12 key=shop\n',
    );
    const failed = { requestId: 'id-2', endpoint: '/invoices/push', problem: 'broken', status: 502 } as const;
    expect(shown({ level: 'warn', event: 'call_failed', ...failed, message: 'The ERP said: no "R 17"' })).toBe(
      'TIME warn  call_failed  The ERP said: no "R 17"  requestId=id-2 endpoint=/invoices/push problem=broken status=502\n',
    );
    expect(shown({ level: 'info', event: 'stopped' })).toBe('TIME info  stopped\n');
  });

  it('quote texts with spaces, and show lists as JSON', () => {
    expect(shown({ level: 'info', event: 'stopping', reason: 'end of the day', running: 2 })).toBe(
      'TIME info  stopping  reason="end of the day" running=2\n',
    );
    expect(shown({ level: 'info', event: 'keys_reloaded', keys: ['shop', 'debtors'] })).toBe(
      'TIME info  keys_reloaded  keys=["shop","debtors"]\n',
    );
  });

  it('show control characters as codes, so that a text of the ERP cannot change the terminal, and indent further lines', () => {
    const failed = { requestId: 'id-3', endpoint: '/debtors/list', problem: 'bug', status: 500 } as const;
    expect(
      shown({ level: 'error', event: 'call_failed', ...failed, message: 'one\n\u001b[2Jtwo\r', stack: 'at a\nat b' }),
    ).toBe(
      'TIME error call_failed  one\n    \\u001b[2Jtwo\\u000d  requestId=id-3 endpoint=/debtors/list problem=bug status=500 \n    at a\n    at b\n',
    );
    expect(shown({ level: 'info', event: 'stopping', reason: 'a\u001b[1m\u2028b c', running: 0 })).toBe(
      'TIME info  stopping  reason="a\\u001b[1m\\u2028b c" running=0\n',
    );
  });

  it('have colours only if asked for', () => {
    expect(shown({ level: 'warn', event: 'stopped_late', running: 1 }, true)).toBe(
      '\u001b[33mTIME warn  stopped_late  running=1\u001b[0m\n',
    );
    expect(shown({ level: 'info', event: 'stopped' }, true)).toBe('TIME info  stopped\n');
  });
});
