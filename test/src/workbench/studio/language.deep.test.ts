/** The language service in the studio: through its operations, as the editor of the page calls them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { runHere } from '../../cli/here.ts';
import { openStudio, profileCopy, type StudioUnderTest } from './studio.ts';

interface Item {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly detail?: string;
}

interface Checked {
  readonly findings: readonly {
    readonly code: string;
    readonly place: { readonly line: number; readonly column: number };
    readonly message: string;
    readonly fixes: readonly {
      readonly title: string;
      readonly edits: readonly { readonly from: number; readonly to: number; readonly insert: string }[];
    }[];
  }[];
  readonly tables: { readonly kind: string; readonly count?: number };
  readonly tokens: readonly { readonly from: number; readonly to: number; readonly type: string }[];
}

const textOf = (folder: string): string => readFileSync(join(folder, 'profile.yaml'), 'utf8');

async function asked<Answer>({ call }: StudioUnderTest, name: string, given: object): Promise<Answer> {
  const { status, text } = await call(name, given);
  expect([name, status]).toEqual([name, 200]);
  return JSON.parse(text);
}

/** A text in which § marks the cursor, as the request of an operation. */
const cursor = (marked: string): { readonly text: string; readonly at: number } => ({
  text: marked.replace('§', ''),
  at: marked.indexOf('§'),
});

describe('the language service in the studio', () => {
  it('completes columns of the connected database, once its tables have been read', async () => {
    const studio = await openStudio(profileCopy());
    const text = textOf(studio.folder).replace(/( FROM customer c\b)/, ' || c.§$1');
    expect(text).toContain('§');
    await vi.waitFor(async () => {
      const { tables } = await asked<Checked>(studio, 'check', { text: textOf(studio.folder) });
      expect(tables).toMatchObject({ kind: 'known', from: 'database' });
    }, 60_000);
    const { items } = await asked<{ readonly items: readonly Item[] }>(studio, 'complete', cursor(text));
    expect(items.map(({ label }) => label)).toEqual(expect.arrayContaining(['account_no', 'town']));
    const { at } = cursor(text);
    expect(items[0]).toMatchObject({ from: at, to: at });
  });

  it('formats the text of the profile', async () => {
    const studio = await openStudio(profileCopy());
    const text = textOf(studio.folder);
    const title = text.indexOf('title: ') + 'title:'.length;
    const written = `${text.slice(0, title)}   ${text.slice(title)}`;
    expect(await asked(studio, 'format', { text: written })).toEqual({
      edits: [{ from: title, to: title + 4, insert: ' ' }],
    });
    expect(await asked(studio, 'format', { text })).toEqual({ edits: [] });
  });

  it('names a column with the alias of its table although the tables are still being read, and are asked for again', async () => {
    const studio = await openStudio(profileCopy());
    const given = cursor(textOf(studio.folder).replace(/( FROM customer c\b)/, ', §$1'));
    // The check starts to read them; the view Data has them read again.
    await asked(studio, 'check', { text: given.text });
    const column = { ...given, table: 'customer', column: 'price_list' };
    const first = asked<{ readonly text: string }>(studio, 'columnText', column);
    await studio.call('tables', {});
    const second = asked<{ readonly text: string }>(studio, 'columnText', column);
    expect([await first, await second]).toEqual([{ text: 'c.price_list' }, { text: 'c.price_list' }]);
  });

  it('names a column with its table where the tables cannot be read', async () => {
    const folder = profileCopy();
    // A file that is no database.
    const studio = await openStudio(folder, { env: { DEMO_DATABASE: join(folder, 'profile.yaml') } });
    const given = cursor(textOf(studio.folder).replace(/( FROM customer c\b)/, ', §$1'));
    const column = { ...given, table: 'customer', column: 'price_list' };
    expect(await asked(studio, 'columnText', column)).toEqual({ text: 'customer.price_list' });
  });

  it('finds what `engine check` finds, and gives the edits that cure it', async () => {
    const studio = await openStudio(profileCopy());
    const broken = textOf(studio.folder).replace('\n    search:', '\n    serach:');
    writeFileSync(join(studio.folder, 'profile.yaml'), broken);
    const run = await runHere(['check', 'profile.yaml', '--format', 'json'], { env: {}, cwd: studio.folder });
    const printed: readonly { readonly code: string; readonly line: number }[] = JSON.parse(run.out).diagnostics.map(
      ({ code, line }: { readonly code: string; readonly line: number }) => ({ code, line }),
    );
    const { findings } = await asked<Checked>(studio, 'check', { text: broken });
    expect(findings.map(({ code, place: { line } }) => ({ code, line }))).toEqual(printed);
    const [fix] = findings.find(({ message }) => message.includes('serach'))?.fixes ?? [];
    expect(fix?.title).toBe('Replace serach with search');
    const [edit] = fix?.edits ?? [];
    const cured = `${broken.slice(0, edit?.from)}${edit?.insert}${broken.slice(edit?.to)}`;
    expect((await asked<Checked>(studio, 'check', { text: cured })).findings).toEqual([]);
  });

  it('explains a name, and finds its declaration', async () => {
    const studio = await openStudio(profileCopy());
    const text = textOf(studio.folder);
    // A part of SQL, which an endpoint uses.
    const name = /\{(\w+)\}/.exec(text.slice(text.indexOf('endpoints:')))?.[1] ?? '';
    const use = text.indexOf(`{${name}}`) + 1;
    const { hover } = await asked<{ readonly hover: { readonly text: string } }>(studio, 'hover', { text, at: use });
    expect(hover.text).toContain(`**{${name}}**`);
    const { places } = await asked<{
      readonly places: readonly { readonly place: { readonly line: number }; readonly isOpen: boolean }[];
    }>(studio, 'definition', { text, at: use });
    expect(places).toHaveLength(1);
    expect(places[0]?.isOpen).toBe(true);
    expect(text.split('\n')[(places[0]?.place.line ?? 0) - 1]).toMatch(new RegExp(`^  ${name}:`));
  });
});
