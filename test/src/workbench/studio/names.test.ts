/** Uses and new names of what the profile declares, through the operations that the editor of the page calls. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { operations } from '../../../../src/workbench/operations/protocol/operations.ts';
import { shopContract, shopFolder } from './shop.ts';
import { openStudio, type StudioUnderTest } from './studio.ts';

const cases = `settings: { file: other.sqlite }
cases:
  - case: Zoe is not found
    call: /catalog/customers/search
    request: { query: file }
    response: { hits: [] }
    stored: [{ use: shop, query: SELECT 1 AS file, rows: [{ file: 1 }] }]
`;

interface Opened {
  readonly studio: StudioUnderTest;
  readonly text: string;
  readonly version: string;
  readonly onDisk: (path: string) => string;
}

async function opened(folder = shopFolder()): Promise<Opened> {
  writeFileSync(join(folder, 'cases/settings.yaml'), cases);
  // A profile with a secret in its text cannot be changed here.
  const profileFile = join(folder, 'profile.yaml');
  writeFileSync(
    profileFile,
    readFileSync(profileFile, 'utf8').replace(', secret: true, default: none', ', secret: true'),
  );
  const studio = await openStudio(folder, { contract: shopContract, env: { SHOP_TOKEN: 'R17-4711-0042' } });
  const { answer } = await studio.call('read', { path: 'profile.yaml' });
  const { text, version } = operations.read.answer.parse(answer);
  return { studio, text, version, onDisk: (path) => readFileSync(join(folder, path), 'utf8') };
}

/** The offset behind the first letter of a word. */
const inside = (text: string, word: string): number => text.indexOf(word) + 1;

async function renamed({ studio, text, version }: Opened, word: string, name: string) {
  const { answer } = await studio.call('rename', { text, at: inside(text, word), name, version });
  return operations.rename.answer.parse(answer);
}

async function referencesAt({ studio, text }: Opened, at: number) {
  return operations.references.answer.parse((await studio.call('references', { text, at })).answer);
}

describe('names of the profile', () => {
  it('are listed with the lines that use them, in the cases too', async () => {
    const shop = await opened();
    const { name, fixed, places } = await referencesAt(shop, inside(shop.text, 'file: { env'));
    expect(name?.text).toBe('file');
    expect(fixed).toBeUndefined();
    const lines = shop.text.split('\n');
    const lineOf = (part: string): number => lines.findIndex((line) => line.includes(part)) + 1;
    expect(places.map(({ place, line, isOpen }) => [place.file, place.line, line.slice(0, 12), isOpen])).toEqual([
      ['profile.yaml', lineOf('file: { env'), 'file: { env:', true],
      ['profile.yaml', lineOf('"${file}"'), 'shop: { sql:', true],
      ['cases/settings.yaml', 1, 'settings: { ', true],
    ]);
  });

  it('change in the text of the page alone, if no other file has them', async () => {
    const shop = await opened();
    const result = await renamed(shop, 'token: { env', 'key');
    const from = shop.text.indexOf('token: { env');
    expect(result).toEqual({ kind: 'renamed', edits: [{ from, to: from + 5, insert: 'key' }], others: [] });
    expect(shop.onDisk('profile.yaml')).toBe(shop.text);
  });

  it('change in all files, which are saved with what has been typed', async () => {
    const shop = await opened();
    const typed = { ...shop, text: shop.text.replace('title: A shop', 'title: Shop R 17') };
    const result = await renamed(typed, 'file: { env', 'database');
    expect(result).toMatchObject({ kind: 'renamed', others: [{ path: 'cases/settings.yaml', count: 1 }] });
    const expected = typed.text.replace('  file: { env', '  database: { env').replace('"${file}"', '"${database}"');
    expect(shop.onDisk('profile.yaml')).toBe(expected);
    expect(shop.onDisk('cases/settings.yaml')).toBe(cases.replace('{ file: other', '{ database: other'));
    const { answer } = await shop.studio.call('read', { path: 'profile.yaml' });
    expect(operations.read.answer.parse(answer).version).toBe(result.kind === 'renamed' ? result.saved : '');
  });

  it('stay where the profile has changed on disk, and the cases stay with them', async () => {
    const shop = await opened();
    writeFileSync(join(shop.studio.folder, 'profile.yaml'), shop.text.replace('A shop', 'Another'));
    const result = await renamed(shop, 'file: { env', 'database');
    expect(result).toEqual({
      kind: 'refused',
      reason: 'The profile has changed on disk. Save it first, then rename.',
    });
    expect(shop.onDisk('cases/settings.yaml')).toBe(cases);
  });

  it('say why they stay: a name of the contract, a taken name, a base, a folder of the fixture', async () => {
    const shop = await opened();
    expect(await renamed(shop, 'customer: { type', 'client')).toEqual({
      kind: 'refused',
      reason: 'The contract gives the name "customer": it is the same in every profile.',
    });
    expect(await renamed(shop, 'file: { env', 'token')).toEqual({
      kind: 'refused',
      reason: 'There is a setting "token" already.',
    });
    expect((await referencesAt(shop, 0)).fixed).toBe('Here is no name that the profile declares.');
    mkdirSync(join(shop.studio.folder, 'fixture/shop'));
    expect(await renamed(shop, 'shop: { sql', 'erp')).toEqual({
      kind: 'refused',
      reason: 'The rows of this source are in fixture/shop: rename both in an editor.',
    });
  });

  it('of a base stay: the studio does not change it', async () => {
    const folder = shopFolder();
    const profileFile = join(folder, 'profile.yaml');
    writeFileSync(join(folder, 'base.yaml'), readFileSync(profileFile, 'utf8'));
    writeFileSync(profileFile, 'profile: north\nextends: ./base.yaml\nsettings:\n  file: { default: north.sqlite }\n');
    const shop = await opened(folder);
    await shop.studio.call('check', { text: shop.text });
    const result = await renamed(shop, 'file: { default', 'database');
    expect(result).toMatchObject({ kind: 'refused' });
    expect(result.kind === 'refused' && result.reason).toMatch(
      /base\.yaml uses this name, and is not a file that the studio may change\.$/,
    );
  });
});
