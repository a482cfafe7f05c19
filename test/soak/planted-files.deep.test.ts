/** The bugs that are planted for the tests of the harness change the built files of the engine. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { planted, plantedFiles, plantNames } from './plants.ts';

it.for(plantNames)('a planted bug changes the built files: %s', (plant) => {
  for (const [url, file] of plantedFiles(plant)) {
    const text = readFileSync(fileURLToPath(url), 'utf8');
    expect(planted(file, text)).not.toBe(text);
    expect(() => planted(file, 'another text')).toThrow('contains 0 times');
  }
});
