/** The findings of the language server are those of the golden folders of diagnostics, with the same codes and places. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { completed } from '../../support/check-profile.ts';
import { sampleOf } from '../../support/depth.ts';
import { startEditor } from './editor.ts';

const folder = join(import.meta.dirname, '../../cases/diagnostics');
const editor = await startEditor(folder);
afterAll(async () => {
  expect(await editor.end()).toBe(0);
});

/** Those that need no database. */
const cases = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('DRF'))
  .map(({ name }) => name)
  .filter((name) => !existsSync(join(folder, name, 'schema.sql')))
  .sort();

interface Expected {
  readonly code: string;
  readonly severity: string;
  /** `profile.yaml:3:7+4`: line, column and length. */
  readonly at: string;
}

/** A finding about no place is shown at the beginning of the profile. */
const nowhere = 'profile.yaml:1:1+0';

/** The findings of a golden page. */
function expectedIn(page: string): readonly Expected[] {
  return page.split(/\n\n(?=\w+\[)/).flatMap((block) => {
    const head = /^(\w+)\[(\w+)\]/.exec(block);
    if (head === null) return [];
    const place = /--> (.+:\d+:\d+)$/m.exec(block)?.[1];
    const carets = /\| +(\^+)$/m.exec(block)?.[1] ?? '';
    const at = place === undefined ? nowhere : `${place}+${carets.length}`;
    return [{ severity: head[1] ?? '', code: head[2] ?? '', at }];
  });
}

const severities = ['', 'error', 'warning', 'advice'];
const text = (one: Expected): string => `${one.severity}[${one.code}] ${one.at}`;
/** The same without the length. */
const start = (one: Expected): string => text(one).replace(/\+\d+$/, '');

describe('golden folders', () => {
  it.each(sampleOf(cases, 24))('%s', async (name) => {
    const code = name.replace(/-.*/, '');
    const file = join(folder, name, 'profile.yaml');
    const written = readFileSync(file, 'utf8');
    const isWhole = code === 'MAP261' || /^extends:/m.test(written);
    const published = new Map([['profile.yaml', await editor.open(file, isWhole ? written : completed(written))]]);
    for (const base of readdirSync(join(folder, name)).filter((other) => /(?<!profile)\.yaml$/.test(other)))
      published.set(base, editor.findings(join(folder, name, base)) ?? []);
    const isLeftOut = (one: Expected): boolean =>
      one.code !== code && ['MAP281', 'MAP285', 'MAP287'].includes(one.code);
    const found = [...published].flatMap(([source, diagnostics]) =>
      diagnostics.map(({ code: own, severity = 0, range: { start, end } }): Expected => {
        const at = `${source}:${start.line + 1}:${start.character + 1}+${end.character - start.character}`;
        return { code: String(own), severity: severities[severity] ?? '', at };
      }),
    );
    const page = readFileSync(join(folder, name, 'expected.txt'), 'utf8');
    const expected = expectedIn(page);
    expect(expected.length).toBeGreaterThan(0);
    // Carets count columns of a terminal: four for a tab, and less for a line that was cut.
    const shown = page.includes('…') || code === 'YAML102' ? start : text;
    const kept = found.filter((one) => !isLeftOut(one)).map(shown);
    expect(kept.sort()).toEqual(expected.map(shown).sort());
    await editor.close(file);
  });
});
