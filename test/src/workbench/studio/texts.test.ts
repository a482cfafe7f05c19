/** Texts of the profile, changes on disk, and secrets: the operations of the studio as the page calls them. */
import { appendFileSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { shippedProfiles } from '../../../support/shipped-profiles.ts';
import { openStudio, profileCopy, root } from './studio.ts';

describe('texts', () => {
  it('are saved, unless the file has changed meanwhile', async () => {
    const { call, folder } = await openStudio(profileCopy());
    const file = join(folder, 'profile.yaml');
    const { answer } = await call('read', { path: 'profile.yaml' });
    const { text, version }: { readonly text: string; readonly version: string } = JSON.parse(JSON.stringify(answer));
    expect(text).toBe(readFileSync(file, 'utf8'));
    const edited = text.replace('title: Kontor', 'title: Contor');
    const saved = await call('save', { path: 'profile.yaml', text: edited, version });
    expect(saved.answer).toMatchObject({ kind: 'saved' });
    expect(readFileSync(file, 'utf8')).toBe(edited);
    appendFileSync(file, '# by somebody else\n');
    const late = await call('save', { path: 'profile.yaml', text, version: JSON.parse(saved.text).version });
    expect(late.answer).toMatchObject({ kind: 'conflict', text: `${edited}# by somebody else\n` });
    expect((await call('save', { path: 'cases/new.yaml', text: 'cases: []\n', version: null })).answer).toMatchObject({
      kind: 'saved',
    });
    expect((await call('save', { path: '../outside.yaml', text: '', version: null })).status).toBe(422);
  });

  it('are checked before they are saved, with the places of the findings', async () => {
    const { call, folder } = await openStudio(profileCopy());
    const text = readFileSync(join(folder, 'profile.yaml'), 'utf8').replace(
      'SELECT base_currency FROM company',
      'SELEC base_currency FROM company',
    );
    const line = text.split('\n').findIndex((one) => one.includes('SELEC ')) + 1;
    const { answer } = await call('check', { text });
    expect(answer).toMatchObject({ findings: [{ severity: 'error', place: { file: 'profile.yaml', line } }] });
  });

  it('of a customer variant come with the origin of each line', async () => {
    const folder = join(root, 'examples/customer-variant');
    const { call } = await openStudio(folder, { profile: join(folder, 'wexford.yaml') });
    const { text } = await call('overlay', {});
    expect(text.includes('"origin":"wexford.yaml:')).toBe(true);
    expect(/"origin":"[^"]*sage-200\/profile\.yaml:/.test(text)).toBe(true);
  });
});

describe('changes on disk', () => {
  it('reach the page as events', async () => {
    const { signIn, port, folder } = await openStudio(profileCopy());
    const stop = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}/api/events`, {
      headers: { cookie: await signIn() },
      signal: stop.signal,
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (part: string): Promise<void> => {
      while (!text.includes(part)) text += (await reader?.read())?.value ?? '';
    };
    await until(': open');
    appendFileSync(join(folder, 'profile.yaml'), '# changed\n');
    await until('data: {"kind":"files","paths":["profile.yaml"]}');
    stop.abort();
  });
});

describe('requests that are not of the page', () => {
  it('are refused with a reason', async () => {
    const { call } = await openStudio(profileCopy());
    expect((await call('read', { path: 'profile.yaml', more: 1 })).status).toBe(400);
    expect((await call('nothing', {})).status).toBe(404);
    expect((await call('__proto__', {})).status).toBe(404);
    expect((await call('call', { endpoint: '/health', body: '{}' })).answer).toEqual({
      error: expect.stringContaining('answered by the service'),
    });
    expect((await call('call', { endpoint: '/debtors/list', body: '[' })).answer).toEqual({
      error: 'The request is not valid JSON.',
    });
  });
});

/** A profile with a secret in the environment, one in its text, and rows that repeat the first. */
function leakyProfile(canary: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'engine-leak-')));
  const database = new Database(join(folder, 'erp.sqlite'));
  database.exec(
    `CREATE TABLE debtor (id TEXT PRIMARY KEY, name TEXT); INSERT INTO debtor VALUES ('D-1', 'login ${canary}-env')`,
  );
  database.close();
  writeFileSync(
    join(folder, 'acme.yaml'),
    `profile: acme
title: Acme
contract: "1"
settings:
  token: { env: ACME_TOKEN, secret: true }
sources:
  erp: { sql: sqlite, connection: { file: erp.sqlite }, clock: UTC }
  api: { http: http://127.0.0.1:9, auth: { apiKey: { header: X-Key, value: "\${token}" } } }
  archive: { sql: postgres, connection: { host: 127.0.0.1, port: 9, user: u, password: ${canary}-text } }
ids:
  debtor: { type: text }
endpoints:
  /debtors/list:
    use: erp
    page: { key: [erpDebtorId] }
    query: SELECT id AS erpDebtorId, name, '${canary}-env' AS email FROM debtor
`,
  );
  return folder;
}

/** A cursor in the text of a secret. */
function cursorIn(folder: string): { readonly text: string; readonly at: number } {
  const text = readFileSync(join(folder, 'acme.yaml'), 'utf8');
  return { text, at: text.indexOf("-env' AS email") };
}

describe('secrets', () => {
  it('never reach the page: planted ones are in no answer', async () => {
    const canary = 'Kanari';
    const folder = leakyProfile(canary);
    const studio = await openStudio(folder, {
      env: { ACME_TOKEN: `${canary}-env` },
      profile: join(folder, 'acme.yaml'),
    });
    const requests: readonly (readonly [string, object])[] = [
      ...(['project', 'board', 'overlay', 'tables'] as const).map((name) => [name, {}] as const),
      ...['check', 'checkDatabases'].map(
        (name) => [name, { text: readFileSync(join(folder, 'acme.yaml'), 'utf8') }] as const,
      ),
      ['writeLock', {}],
      ...['hover', 'complete'].map((name) => [name, cursorIn(folder)] as const),
      ['read', { path: 'acme.yaml' }],
      ['call', { endpoint: '/debtors/list', body: '{"page":1,"limit":5}' }],
      ['rows', { source: 'erp', table: 'debtor', masked: false }],
      ['lineage', { endpoint: '/debtors/list' }],
      ['save', { path: 'acme.yaml', text: 'x', version: 'of another text' }],
    ];
    for (const [name, given] of requests) {
      const { text, status } = await studio.call(name, given);
      expect([name, status === 400 || status === 404, text.includes(canary)]).toEqual([name, false, false]);
    }
    expect((await studio.call('rows', { source: 'erp', table: 'debtor', masked: false })).text).toContain(
      'login [secret]',
    );
    expect(studio.errors()).not.toContain(canary);
  });

  it('in a file make it read-only: saving would replace them', async () => {
    const folder = leakyProfile('Kanari');
    const { call } = await openStudio(folder, {
      env: { ACME_TOKEN: 'Kanari-env' },
      profile: join(folder, 'acme.yaml'),
    });
    const { answer } = await call('read', { path: 'acme.yaml' });
    expect(answer).toMatchObject({ readOnly: expect.stringContaining('Move it to the environment') });
    const { version }: { readonly version: string } = JSON.parse(JSON.stringify(answer));
    const before = readFileSync(join(folder, 'acme.yaml'), 'utf8');
    expect((await call('save', { path: 'acme.yaml', text: 'x', version })).answer).toMatchObject({ kind: 'conflict' });
    expect(readFileSync(join(folder, 'acme.yaml'), 'utf8')).toBe(before);
  });

  it('are in no shipped profile, so that each can be edited', async () => {
    for (const name of shippedProfiles) {
      const { call } = await openStudio(profileCopy(name));
      expect([name, (await call('read', { path: 'profile.yaml' })).text.includes('readOnly')]).toEqual([name, false]);
    }
  });
});
