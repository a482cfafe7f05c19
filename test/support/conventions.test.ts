/** Conventions of the test files: the file name states the depth, and random choices depend on the seed of the run. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { spread } from './depth.ts';

const root = join(import.meta.dirname, '..');
const files = globSync('**/*.ts', { cwd: root }).filter((file) => file !== 'support/conventions.test.ts');
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));

/** Files whose text matches the pattern. */
const having = (pattern: RegExp): readonly string[] =>
  files.filter((file) => pattern.test(texts.get(file) ?? '')).sort();

const usesDepth = /from '[./\w-]*support\/depth\.ts'/;

describe('depth', () => {
  it('of a file that takes a sample is in its name', () => {
    const sampled = files.filter((file) => file.endsWith('.sampled.test.ts')).sort();
    expect(sampled.length).toBeGreaterThan(20);
    const using = having(usesDepth);
    expect(sampled.filter((file) => !using.includes(file))).toEqual([]);
    // Suites of deep files. A deep file may be run in full only at night.
    const suites = [
      ...['mutations/silent-suite.ts', 'profiles/passes-conformance.ts', 'src/workbench/studio/day/task.ts'],
    ];
    expect(using.filter((file) => !sampled.includes(file) && !file.endsWith('.deep.test.ts'))).toEqual(suites);
  });

  it('spreads a sample over the items, from the first to the last', () => {
    expect(spread([1, 2, 3, 4, 5], 3)).toEqual([1, 3, 5]);
    expect(spread([1, 2], 3)).toEqual([1, 2]);
    expect(() => spread([1, 2], 1)).toThrow('2 items at least');
  });
});

describe('random choices', () => {
  // Programs that are started manually choose a seed and print it.
  const programs = ['fuzz/main.ts', 'soak/main.ts', 'walk/main.ts'];

  it('take no seed from the clock or from the machine', () => {
    expect(having(/Math\.random\(|Date\.now\(\) %/).filter((file) => !programs.includes(file))).toEqual([]);
  });

  it('of a property take the seed of the run', () => {
    const properties = having(/\bfc\.(assert|check|sample)\(/);
    expect(properties.length).toBeGreaterThan(5);
    for (const file of properties) {
      const text = texts.get(file) ?? '';
      const uses = text.match(/\bfc\.(assert|check|sample)\(/g) ?? [];
      const seeded = text.match(/\{ seed\b|, options\b|\(options\(|\boptions,|options\(/g) ?? [];
      expect(seeded.length, file).toBeGreaterThanOrEqual(uses.length);
    }
  });
});

describe('a process of several test files', () => {
  it('has no file that replaces timers or the monotonic clock: timeouts that the modules have set would never expire', () => {
    const config = readFileSync(join(root, '../vitest.config.ts'), 'utf8');
    const alone = [...(/^const own = \[([^\]]*)\]/m.exec(config)?.[1] ?? '').matchAll(/'([^']+)'/g)].map(
      ([, name = '']) => name,
    );
    const replacing = files.filter((file) => /useFakeTimers\((?!\{ toFake: \['Date'\])/.test(texts.get(file) ?? ''));
    expect(replacing).toContain('engine/expiry.test.ts');
    expect(replacing.filter((file) => !alone.some((name) => file.startsWith(`${name}.`)))).toEqual([]);
  });
});
