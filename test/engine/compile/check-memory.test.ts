/** The memory of a check lets a grammar parse each text once. */
import { expect, it } from 'vitest';
import { CheckMemory } from '../../../engine/index.ts';

/** A grammar that refuses everything, and the texts that it has parsed. */
function grammarWithLog() {
  const parsed: string[] = [];
  const grammar = (sql: string) => {
    parsed.push(sql);
    return { kind: 'refused', message: sql, range: { offset: 0, length: 1 } } as const;
  };
  return { parsed, grammar };
}

it('parses a text once in a check, and again for another grammar', () => {
  const { parsed, grammar } = grammarWithLog();
  const memory = new CheckMemory();
  const [first, second] = [
    memory.reader(['postgres', 'check'], grammar),
    memory.reader(['postgres', 'check'], grammar),
  ];
  expect([first('a'), second('a'), first('b')].map((reading) => reading.kind === 'refused' && reading.message)).toEqual(
    ['a', 'a', 'b'],
  );
  memory.reader(['mysql', 'check'], grammar)('a');
  expect(parsed).toEqual(['a', 'b', 'a']);
});

it('keeps a text for the next check, and forgets it after a check without it', () => {
  const { parsed, grammar } = grammarWithLog();
  const memory = new CheckMemory();
  const read = memory.reader(['postgres', 'check'], grammar);
  read('a');
  memory.next();
  read('a');
  expect(parsed).toEqual(['a']);
  memory.next();
  memory.next();
  read('a');
  expect(parsed).toEqual(['a', 'a']);
});
