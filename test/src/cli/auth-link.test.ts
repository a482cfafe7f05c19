/** `engine auth link`: what it needs, and what it refuses. The links that it makes are used in the tests of the listener. */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { profileOf } from '../service/connect/cloud.ts';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, runHere } from './here.ts';

const env = {
  ENGINE_STORE_KEY: randomBytes(32).toString('base64'),
  ENGINE_INSTALLATION: 'nord',
  ENGINE_CONNECT_URL: 'https://connect.example.com/',
  CLOUD_URL: 'https://cloud.example',
  CLOUD_SECRET: 's',
};

function link(args: readonly string[], change: Readonly<Record<string, string | undefined>> = {}, text = profileOf()) {
  const cwd = folderWith({ 'p.yaml': text });
  const all = ['auth', 'link', ...args, '--profile', './p.yaml', '--store', './s.sqlite'];
  return runHere(all, { env: { ...env, ...change }, cwd }).then((ended): Ended & { cwd: string } => ({
    ...ended,
    cwd,
  }));
}

describe('engine auth link', () => {
  it('prints a link of 256 bits, of which the store has the digest alone', async () => {
    const { status, out, err, cwd } = await link([]);
    expect([status, err]).toEqual([0, '']);
    const [, secret = ''] = /^https:\/\/connect\.example\.com\/connect\/([\w-]{43})\n/.exec(out) ?? [];
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(out).toContain('For nord, source cloud.');
    expect(readFileSync(join(cwd, 's.sqlite')).includes(secret)).toBe(false);
  });

  it('prints JSON with the end of the link', async () => {
    const { out } = await link(['cloud', '--expires', '2d', '--format', 'json']);
    const { expires, ...rest } = JSON.parse(out);
    expect(Date.parse(expires) - Date.now()).toBeGreaterThan(47 * 3_600_000);
    expect(rest).toMatchObject({ installation: 'nord', source: 'cloud' });
  });

  it.each([
    ['an unknown source', ['other'], 'sources with it: cloud'],
    ['a time that is too long', ['--expires', '31d'], '30 days'],
    ['a time without a unit', ['--expires', '24'], '30 days'],
  ])('refuses %s as wrong usage', async (_name, args, said) => {
    const { status, err } = await link(args);
    expect([status, err]).toEqual([2, expect.stringContaining(said)]);
  });

  it.each([
    ['ENGINE_CONNECT_URL', 'CFG510'],
    ['ENGINE_INSTALLATION', 'CFG510'],
    ['ENGINE_STORE_KEY', 'CFG516'],
  ])('needs %s', async (name, code) => {
    const { status, err } = await link([], { [name]: undefined });
    expect([status, err]).toEqual([1, expect.stringContaining(code)]);
  });

  it.each(['http://connect.example.com', 'https://connect.example.com/path', 'https://u:p@connect.example.com', 'x'])(
    'refuses the public address %s',
    async (address) => {
      const { status, err } = await link([], { ENGINE_CONNECT_URL: address });
      expect([status, err]).toEqual([1, expect.stringContaining('ENGINE_CONNECT_URL must be a base URL')]);
    },
  );

  it('says that a profile has no consent', async () => {
    const text = profileOf().replace(/consent:[\s\S]*?(?=\n {4}request:)/, 'fields: {}');
    expect(await link([], {}, text)).toMatchObject({ status: 2, err: expect.stringContaining('engine auth set') });
  });
});
