/** The page of events lists every event of the tables, and other pages name only events that exist. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engineEvents } from '../../engine/index.ts';
import { serviceEvents } from '../../src/service/events/events.ts';
import { root } from './blocks.ts';

const names = [...Object.keys(engineEvents), ...Object.keys(serviceEvents)];
const page = readFileSync(join(root, 'docs/events.md'), 'utf8');

describe('events of the log', () => {
  it('have names in snake_case, each in one table only', () => {
    expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it('have a section on the page, except for those of tests', () => {
    const sections = [...page.matchAll(/^### (\w+)$/gm)].map(([, name = '']) => name);
    expect(sections).toEqual(names.filter((name) => name !== 'stand_in_gap').sort());
  });

  it('are all reported by some file', () => {
    const sources = globSync('{engine,src}/**/*.ts', { cwd: root })
      .filter((file) => !/events\.ts$/.test(file))
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    expect(names.filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
  });
});
