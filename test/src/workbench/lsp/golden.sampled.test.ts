/** The findings of the language server are those of the golden folders of diagnostics, with the same codes and places. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Diagnostic } from 'vscode-languageserver-types';
import { completed } from '../../../support/check-profile.ts';
import { freshDatabase } from '../../../support/database.ts';
import { sampleOf } from '../../../support/depth.ts';
import { type Editor, startEditor } from './editor.ts';

const folder = join(import.meta.dirname, '../../../cases/diagnostics');
const editor = await startEditor(folder);
afterAll(async () => {
  expect(await editor.end()).toBe(0);
});

/** Those of `engine drift` are no findings of a check. */
const all = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.startsWith('DRF'))
  .map(({ name }) => name)
  .sort();
const needsDatabase = (name: string): boolean => existsSync(join(folder, name, 'schema.sql'));
const cases = all.filter((name) => !needsDatabase(name));
const withDatabase = all.filter(needsDatabase);

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

/** Small profiles leave fields and conditions out; only the folders about that show it. */
const isLeftOut = (one: Expected, code: string): boolean =>
  one.code !== code && ['MAP281', 'MAP285', 'MAP287'].includes(one.code);

const expectedOf = (source: string, diagnostics: readonly Diagnostic[]): readonly Expected[] =>
  diagnostics.map(({ code, severity = 0, range: { start, end } }) => {
    const at = `${source}:${start.line + 1}:${start.character + 1}+${end.character - start.character}`;
    return { code: String(code), severity: severities[severity] ?? '', at };
  });

/** Compares what the server has published with the page of a golden folder. */
function compare(name: string, published: ReadonlyMap<string, readonly Diagnostic[]>): void {
  const code = name.replace(/-.*/, '');
  const actual = [...published].flatMap(([source, diagnostics]) => expectedOf(source, diagnostics));
  const page = readFileSync(join(folder, name, 'expected.txt'), 'utf8');
  const expected = expectedIn(page);
  expect(expected.length).toBeGreaterThan(0);
  // Carets count columns of a terminal: four for a tab, and less for a line that was cut.
  const shown = page.includes('…') || code === 'YAML102' ? start : text;
  const kept = actual.filter((one) => !isLeftOut(one, code)).map(shown);
  expect(kept.sort()).toEqual(expected.map(shown).sort());
}

/** The text of a folder's profile, with all endpoints. */
function textOf(name: string): string {
  const written = readFileSync(join(folder, name, 'profile.yaml'), 'utf8');
  return name.startsWith('MAP261') || /^extends:/m.test(written) ? written : completed(written);
}

describe('golden folders', () => {
  it.each(sampleOf(cases, 24))('%s', async (name) => {
    const file = join(folder, name, 'profile.yaml');
    const published = new Map([['profile.yaml', await editor.open(file, textOf(name))]]);
    for (const base of readdirSync(join(folder, name)).filter((other) => /(?<!profile)\.yaml$/.test(other)))
      published.set(base, editor.findings(join(folder, name, base)) ?? []);
    compare(name, published);
    await editor.close(file);
  });
});

describe('golden folders with a database', () => {
  const copy = mkdtempSync(join(tmpdir(), 'engine-golden-'));
  let connected: Editor;
  beforeAll(async () => {
    connected = await startEditor(copy, ['--connect']);
  });
  afterAll(async () => {
    expect(await connected.end()).toBe(0);
    rmSync(copy, { recursive: true, force: true });
  });

  /** Writes the address of a new database with the tables of a folder into the environment file that the server reads. */
  async function databaseFor(name: string): Promise<void> {
    const database = await freshDatabase();
    onTestFinished(() => database.drop());
    await database.run(readFileSync(join(folder, name, 'schema.sql'), 'utf8'));
    writeFileSync(join(copy, '.env'), `DATABASE_URL=${database.url}\n`);
  }

  it.each(sampleOf(withDatabase, 8))('%s', async (name) => {
    cpSync(join(folder, name), join(copy, name), { recursive: true });
    const file = join(copy, name, 'profile.yaml');
    const written = textOf(name);
    if (/sql: postgres/.test(written)) await databaseFor(name);
    await connected.open(file, written);
    // The findings of the databases follow those of the text.
    compare(name, new Map([['profile.yaml', await connected.next(file)]]));
    await connected.close(file);
  });
});
