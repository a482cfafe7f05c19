/** Names that every object inherits are names like any others, wherever a profile has one. */
import { describe, expect, it } from 'vitest';
import { parseDocument, visit } from 'yaml';
import { checkProfile } from '../../engine/index.ts';
import { contract } from '../../src/contract/index.ts';
import { byDepth, spread } from '../support/depth.ts';
import { demoProfile, kontorProfile } from './check.ts';

const names = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

/** Start and end of each key, and of each value that is a name. */
function placesOf(text: string): readonly (readonly [number, number])[] {
  const places: (readonly [number, number])[] = [];
  visit(parseDocument(text), {
    Scalar(key, { range, value, type }) {
      const isName = type === 'PLAIN' && /^[A-Za-z_]\w*$/.test(String(value));
      if (range && (key === 'key' || isName)) places.push([range[0], range[1]]);
    },
  });
  return places;
}

describe.each([
  ['demo', demoProfile],
  ['kontor', kontorProfile],
])('the profile %s with such a name', (_name, text) => {
  it('has findings, and their texts show no member of an object of JavaScript', async () => {
    const places = spread(placesOf(text), byDepth({ sample: 40, deep: 60, all: 150 }));
    for (const [number, [start, end]] of places.entries()) {
      const changed = text.slice(0, start) + names[number % names.length] + text.slice(end);
      const diagnostics = await checkProfile(changed, 'profile.yaml', contract, {});
      const texts = diagnostics.map(({ message, hint }) => `${message} ${hint}`).join('\n');
      expect(texts, changed.slice(start - 80, end + 80)).not.toMatch(/native code|\[object|must be undefined/);
    }
  });
});
