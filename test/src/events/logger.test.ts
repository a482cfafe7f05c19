import { describe, expect, it } from 'vitest';

import { createLogger } from '../../../src/events/index.ts';

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

  it('shows no credentials of an error object', () => {
    const error = Object.assign(new Error('no'), { password: 'tiger', headers: { authorization: 'Bearer tiger' } });
    expect(logged({ level: 'error', event: 'bug', error })).not.toContain('tiger');
  });
});
