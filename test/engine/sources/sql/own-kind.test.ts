/** A kind of database that the engine does not include: one object, which no other file names. */
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { renderText } from '../../../../engine/diagnostics/render.ts';
import { sqliteKind } from '../../../../engine/host/index.ts';
import { type DatabaseKind, databaseKinds, openEngine } from '../../../../engine/index.ts';
import { contract } from '../../../../src/contract/index.ts';
import { type DemoProfile, demoProfile } from '../../../support/demo.ts';
import { idOf, invoice } from '../../run/write/documents.ts';

/** SQLite by another name: with another key for its file, and names quoted in brackets. */
const toybase: DatabaseKind = {
  ...sqliteKind,
  name: 'toybase',
  title: 'Toybase',
  dialect: { ...sqliteKind.dialect, quote: (name) => `[${name}]` },
  connection: {
    ...sqliteKind.connection,
    title: 'Toybase',
    keys: z.strictObject({ path: z.string(), create: z.array(z.string()) }),
  },
  connect: ({ connection, ...settings }) =>
    sqliteKind.connect({ ...settings, connection: { file: connection.path, create: connection.create } }),
};

describe('a kind of database that is passed to the engine', () => {
  let profile: DemoProfile;
  beforeAll(async () => {
    profile = await demoProfile({ dialect: 'sqlite' });
    const text = readFileSync(profile.file, 'utf8');
    writeFileSync(profile.file, text.replace(/sql: sqlite/, 'sql: toybase').replace(/\bfile: (?=\S)/, 'path: '));
  });
  afterAll(async () => {
    await profile?.drop();
  });

  const open = (kinds: readonly DatabaseKind[] | undefined) =>
    openEngine({
      contract,
      profileFile: profile.file,
      profileName: 'toy',
      databaseKinds: kinds,
      environment: {},
      installation: 'test',
      emit: () => undefined,
    });

  it('answers reads, and writes once under a claim', async () => {
    const opened = await open([...databaseKinds, toybase]);
    if (!opened.ok) throw new Error(renderText(opened.diagnostics, opened.sources, { color: false }));
    const { engine } = opened;
    try {
      expect(await engine.start()).toEqual([]);
      const call = (path: string, body: object, requestId: string) =>
        engine.call(path, { schemaVersion: '1', ...body }, { requestId, deadline: Date.now() + 30_000 });
      const listed = await call('/debtors/list', { limit: 2 }, 'list');
      expect(listed.ok && JSON.parse(listed.json).debtors).toHaveLength(2);
      const request = invoice('TOY-1');
      const [first, again] = [await call(request.path, request.body, 'a'), await call(request.path, request.body, 'b')];
      if (!first.ok || !again.ok) throw new Error('The write was refused.');
      expect(again.json).toBe(first.json);
      expect(await request.find(profile)).toEqual([{ id: idOf(request, first.json), content: request.content }]);
      expect(await profile.rows('select endpoint from engine_claims')).toEqual([{ endpoint: '/invoices/push' }]);
    } finally {
      await engine.close();
    }
  });

  it('is unknown to an engine that it is not passed to', async () => {
    const opened = await open(undefined);
    expect(opened.diagnostics.map(({ code, message }) => [code, message])).toEqual([
      ['MAP104', expect.stringContaining('toybase')],
    ]);
  });
});
