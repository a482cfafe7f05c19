/** Names of steps in parts, directives and overlays. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FileRange } from '../../../../src/workbench/language/index.ts';
import { endpoints, linesOf } from './navigation-text.ts';
import { head, marked, serviceWith, tables } from './service-here.ts';

describe('steps', () => {
  const parts = '  of_order: id = :order.id\nsources:';
  const text = (head + endpoints)
    .replace('sources:', parts)
    .replace('WHERE id = :order.id', 'WHERE {of_order} AND id = :order.id');
  const overlayOf = (steps: string): string =>
    `profile: north\nextends: ./base.yaml\nendpoints:\n  /sale-draft:\n    write:\n${steps}`;
  const added = `      $after order:
        - note: { exec: "INSERT INTO notes (id) VALUES (:order.id) RETURNING id AS id" }
      mark: { exec: "UPDATE orders SET x = 2 WHERE id = :order.id" }
`;

  function family(overlays: Readonly<Record<string, string>>, base = text) {
    const folder = mkdtempSync(join(tmpdir(), 'engine-language-'));
    const service = serviceWith(tables, folder);
    writeFileSync(join(folder, 'base.yaml'), base);
    const texts = new Map(Object.entries({ 'base.yaml': base, ...overlays }));
    for (const [name, fileText] of texts) service.open(join(folder, name), fileText);
    const check = async (): Promise<void> => {
      for (const name of texts.keys()) await service.check(join(folder, name));
    };
    const at = (name: string, word: string) => {
      const fileText = texts.get(name) ?? '';
      return marked(`${fileText.slice(0, fileText.indexOf(word))}§${fileText.slice(fileText.indexOf(word))}`).position;
    };
    const wordsOf = (places: readonly FileRange[]): readonly string[] =>
      places.map(({ file: path, range }) => {
        const name = path.slice(folder.length + 1);
        return `${name}: ${linesOf([{ file: path, range }], texts.get(name) ?? '').join()}`;
      });
    return { service, check, at, wordsOf, path: (name: string) => join(folder, name) };
  }

  it('are found and changed in parts, in directives and in entries of an overlay', async () => {
    const { service, check, at, wordsOf, path } = family({ 'profile.yaml': overlayOf(added) });
    await check();
    const renamed = service.rename(path('base.yaml'), at('base.yaml', 'order: {'), 'document');
    if (!renamed.ok) throw new Error(renamed.reason);
    // Declaration, statement and part of the base; directive, added step and changed step of the overlay.
    expect([...wordsOf(renamed.edits)].sort()).toEqual([
      ...['base.yaml: order', 'base.yaml: order', 'base.yaml: order'],
      ...['profile.yaml: order', 'profile.yaml: order', 'profile.yaml: order'],
    ]);
    const mark = service.references(path('base.yaml'), at('base.yaml', 'mark: {'), true);
    expect([...wordsOf(mark)].sort()).toEqual(['base.yaml: mark', 'profile.yaml: mark']);
  });

  it('are found in the other overlays of the base that declares them, and only in these', async () => {
    const { service, check, at, wordsOf, path } = family({
      'profile.yaml': overlayOf(added),
      'south.profile.yaml': overlayOf('      $without: [mark]\n'),
    });
    await check();
    const mark = service.references(path('profile.yaml'), at('profile.yaml', 'mark: {'), true);
    expect([...wordsOf(mark)].sort()).toEqual(['base.yaml: mark', 'profile.yaml: mark', 'south.profile.yaml: mark']);
    const note = service.references(path('profile.yaml'), at('profile.yaml', 'note: {'), true);
    expect(wordsOf(note)).toEqual(['profile.yaml: note']);
  });

  it('do not change to a reserved name, or where a part names steps of several endpoints', async () => {
    const shared = `${text}  /customer-draft:
    find: { query: SELECT no AS erpCustomerId FROM customer WHERE no = :key }
    write:
      - order: { exec: "INSERT INTO customer (no) VALUES (:key) RETURNING no AS id" }
      - mark: { exec: "UPDATE customer SET x = 1 WHERE {of_order}" }
`;
    const { service, check, at, path } = family({}, shared);
    await check();
    const step = at('base.yaml', 'order: {');
    expect(service.rename(path('base.yaml'), step, 'key')).toEqual({ ok: false, reason: '"key" is a reserved name.' });
    expect(service.rename(path('base.yaml'), step, 'poNumber')).toMatchObject({ ok: false });
    expect(service.rename(path('base.yaml'), step, 'document')).toEqual({
      ok: false,
      reason: 'A part uses this name, and so do other endpoints.',
    });
  });

  it('of the base are completed in the entries of an overlay', async () => {
    const { service, check, path } = family({ 'profile.yaml': overlayOf(added) });
    await check();
    const { text: typed, position } = marked(overlayOf(added.replace('id = :order.id', 'id = :§order.id')));
    service.open(path('profile.yaml'), typed);
    expect(service.complete(path('profile.yaml'), position).items.map(({ label }) => label)).toEqual(
      expect.arrayContaining([':key', ':order.id', ':note.id']),
    );
  });
});
