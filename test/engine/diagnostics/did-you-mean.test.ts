import { describe, expect, it } from 'vitest';
import { closest, suggest } from '../../../engine/diagnostics/did-you-mean.ts';

describe('closest', () => {
  const keys = ['search', 'since', 'source', 'query', 'use'];

  it.each([
    ['serch', 'search'],
    ['SEARCH', 'search'],
    ['quyer', 'query'],
    ['sorce', 'source'],
    ['us', 'use'],
  ])('takes %s for %s', (word, wanted) => {
    expect(closest(word, keys)).toBe(wanted);
  });

  it.each(['table', 'x', '', 'statement', 'query'])('takes %j for nothing', (word) => {
    expect(closest(word, keys)).toBeUndefined();
  });
});

describe('suggest', () => {
  it('names the nearest, else all, else says what remains to do', () => {
    expect(suggest('serch', ['search'])).toBe('Did you mean "search"?');
    expect(suggest('zzz', ['b', 'a'])).toBe('Known here: a, b.');
    expect(suggest('zzz', [])).toBe('Remove it.');
  });
});
