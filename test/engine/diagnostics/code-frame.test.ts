import { describe, expect, it } from 'vitest';
import { codeFrame } from '../../../engine/diagnostics/code-frame.ts';

/** The frame as lines of `gutter|text`. */
function frame(text: string, line: number, column: number, length: number): readonly string[] | undefined {
  return codeFrame(text, { file: 'x', line, column, length })?.map((row) => `${row.gutter}|${row.text}`);
}

describe('codeFrame', () => {
  it('marks the first line, and a last line without a line break', () => {
    expect(frame('abc\ndef', 1, 2, 1)).toEqual(['1|abc', '| ^', '2|def']);
    expect(frame('abc\ndef', 2, 1, 3)).toEqual(['1|abc', '2|def', '|^^^']);
  });

  it('does not show the nothing behind the last line break', () => {
    expect(frame('abc\n', 1, 1, 1)).toEqual(['1|abc', '|^']);
  });

  it('marks the place behind the end of a line', () => {
    expect(frame('abc', 1, 4, 5)).toEqual(['1|abc', '|   ^']);
    expect(frame('', 1, 1, 1)).toEqual(['1|', '|^']);
  });

  it('reads CRLF and a byte order mark', () => {
    expect(frame('\ufeffabc\r\ndef\r\nghi\r\n', 2, 2, 9)).toEqual(['1|abc', '2|def', '| ^^', '3|ghi']);
  });

  it('makes a tab four columns wide', () => {
    expect(frame('\ta\tbc', 1, 4, 1)).toEqual(['1|    a    bc', '|         ^']);
  });

  it('gives wide characters two columns, and combined ones one', () => {
    expect(frame('名前: x', 1, 5, 1)).toEqual(['1|名前: x', '|      ^']);
    expect(frame('名前: x', 1, 1, 2)).toEqual(['1|名前: x', '|^^^^']);
    expect(frame('e\u0301: x', 1, 5, 1)).toEqual(['1|e\u0301: x', '|   ^']);
    expect(frame('😀: x', 1, 5, 1)).toEqual(['1|😀: x', '|    ^']);
  });

  it('cuts a very long line around the mark', () => {
    const rows =
      codeFrame(`${'a'.repeat(500)}X${'b'.repeat(500)}`, { file: 'x', line: 1, column: 501, length: 1 }) ?? [];
    const [line, mark] = rows;
    expect(line?.text.length).toBeLessThanOrEqual(112);
    expect(line?.text.startsWith('…a')).toBe(true);
    expect(line?.text.endsWith('b…')).toBe(true);
    expect(mark?.text.indexOf('^')).toBe(line?.text.indexOf('X'));
  });

  it('keeps the mark of a very long range inside the frame', () => {
    const [, mark] = codeFrame('a'.repeat(500), { file: 'x', line: 1, column: 1, length: 500 }) ?? [];
    expect(mark?.text.length).toBeLessThanOrEqual(112);
  });

  it('is undefined where the text has no such line', () => {
    expect(frame('abc', 2, 1, 1)).toBeUndefined();
  });
});
