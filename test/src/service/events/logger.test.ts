import { describe, expect, it } from 'vitest';

import { createLogger } from '../../../../src/service/events/logger.ts';

function logged(event: Parameters<ReturnType<typeof createLogger>['emit']>[0]): string {
  const lines: string[] = [];
  createLogger('info', { write: (line) => void lines.push(line), flush: () => undefined }).emit(event);
  expect(lines).toHaveLength(1);
  return lines[0] ?? '';
}

describe('a log line', () => {
  it('cuts long texts at 2,000 characters, at any depth, and says how long they were', () => {
    const long = '1'.repeat(900_000);
    const cut = `${'1'.repeat(2_000)}... (900000 characters)`;
    const line = logged({ level: 'warn', event: 'keys_missing', message: long, files: [long, 'short'] });
    expect(JSON.parse(line)).toMatchObject({ message: cut, files: [cut, 'short'] });
    const exact = '1'.repeat(2_000);
    expect(JSON.parse(logged({ level: 'warn', event: 'keys_missing', message: exact, files: [] })).message).toBe(exact);
  });

  it('cuts those of errors and their causes too', () => {
    const error = new Error('1'.repeat(50_000), { cause: new Error('2'.repeat(50_000)) });
    const line = logged({ level: 'error', event: 'bug', error });
    expect(line.length).toBeLessThan(20_000);
    expect(JSON.parse(line).error.message).toMatch(/^1{2000}/);
  });

  it('has the properties of its event in their order, behind its level and time', () => {
    const line = logged({ level: 'info', event: 'stopping', reason: 'SIGTERM', running: 2 });
    const at = JSON.parse(line).time;
    expect(line).toBe(`{"level":"info","time":"${at}","event":"stopping","reason":"SIGTERM","running":2}\n`);
    expect(Math.abs(Date.parse(at) - Date.now())).toBeLessThan(60_000);
  });

  it('is one line of JSON, whatever its texts contain', () => {
    const forged = 'no\n{"level":"info","event":"stopped"}\r\n\u2028\u0085\u001b[2J"},{"';
    for (const line of [
      logged({ level: 'info', event: 'stopping', reason: forged, running: 0 }),
      logged({ level: 'warn', event: 'keys_missing', message: forged, files: [forged] }),
      logged({ level: 'error', event: 'bug', error: new Error(forged) }),
    ]) {
      expect(line.at(-1)).toBe('\n');
      for (const control of ['\n', '\r', '\u001b']) expect(line.slice(0, -1)).not.toContain(control);
      expect(JSON.stringify(JSON.parse(line))).toContain(JSON.stringify(forged).slice(1, -1));
    }
  });

  it('shows no credentials of an error object', () => {
    const error = Object.assign(new Error('no'), { password: 'tiger', headers: { authorization: 'Bearer tiger' } });
    expect(logged({ level: 'error', event: 'bug', error })).not.toContain('tiger');
  });

  it('is written for events of the level and above, also after a change of the level', () => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(JSON.parse(line).event), flush: () => undefined };
    const { emit, setLevel } = createLogger('warn', destination);
    const message = 'GET /items';
    const emitAll = (): readonly string[] => {
      lines.length = 0;
      emit({ level: 'debug', event: 'erp_request', source: 'erp', message, method: 'GET', path: '/items', ms: 4 });
      emit({ level: 'info', event: 'stopped' });
      emit({ level: 'warn', event: 'stopped_late', running: 1 });
      emit({ level: 'error', event: 'bug', error: new Error('none') });
      return [...lines];
    };
    const ascending = ['erp_request', 'stopped', 'stopped_late', 'bug'];
    expect(emitAll()).toEqual(ascending.slice(2));
    for (const [index, level] of (['debug', 'info', 'warn', 'error', 'silent'] as const).entries()) {
      setLevel(level);
      expect(emitAll()).toEqual(ascending.slice(index));
    }
  });
});
