import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { batchLines } from '../../../../src/service/events/line-batch.ts';
import { createLogger } from '../../../../src/service/events/logger.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function recorded() {
  const written: string[] = [];
  return { written, lines: batchLines((text) => void written.push(text)) };
}

describe('log lines', () => {
  it('are written together after 50 milliseconds, in their order', () => {
    const { written, lines } = recorded();
    lines.write('a\n');
    vi.advanceTimersByTime(49);
    lines.write('b\n');
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(written).toEqual(['a\nb\n']);
    lines.write('c\n');
    vi.advanceTimersByTime(50);
    expect(written).toEqual(['a\nb\n', 'c\n']);
  });

  it('are written at once if they are long, so that memory stays small', () => {
    const { written, lines } = recorded();
    lines.write('a\n');
    lines.write(`${'b'.repeat(16_383)}\n`);
    expect(written.map(({ length }) => length)).toEqual([16_386]);
    vi.advanceTimersByTime(1_000);
    expect(written).toHaveLength(1);
  });

  it('are written by flush, once', () => {
    const { written, lines } = recorded();
    lines.flush();
    lines.write('a\n');
    lines.flush();
    lines.flush();
    vi.advanceTimersByTime(1_000);
    expect(written).toEqual(['a\n']);
  });

  it('are written with a warning, and with all warnings of a turn of the event loop at once', async () => {
    vi.useRealTimers();
    const { written, lines } = recorded();
    const { emit } = createLogger('info', lines);
    emit({ level: 'info', event: 'stopped' });
    emit({ level: 'warn', event: 'stopped_late', running: 1 });
    emit({ level: 'warn', event: 'stopped_late', running: 2 });
    expect(written).toEqual([]);
    await new Promise(setImmediate);
    expect(written).toHaveLength(1);
    expect(written.join('').match(/"event":"\w+"/g)).toEqual([
      '"event":"stopped"',
      '"event":"stopped_late"',
      '"event":"stopped_late"',
    ]);
  });
});
