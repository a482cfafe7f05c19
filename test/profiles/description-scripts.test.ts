/** The scripts that ask running servers for their descriptions, as commands: a failure is one line, and never shows the secret. */
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { closeServer, listenOnLoopback } from '../../src/workbench/testing/loopback.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-scripts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const secret = 'key/with+signs & blanks';
const scripts = {
  'odoo/description/from-server.ts': (url: string) => ({ ODOO_URL: url, ODOO_DB: 'x', ODOO_API_KEY: secret }),
  'tryton/description/from-server.ts': (url: string) => ({
    ...{ TRYTON_URL: url, TRYTON_DB: 'x', TRYTON_LOGIN: 'admin' },
    TRYTON_PASSWORD: secret,
  }),
  'dolibarr/description/from-explorer.ts': (url: string) => ({ DOLIBARR_URL: url, DOLIBARR_API_KEY: secret }),
};

interface Ended {
  readonly code: unknown;
  readonly err: string;
}

const run = (script: string, env: Readonly<Record<string, string>>, args: readonly string[]): Promise<Ended> =>
  new Promise((done) => {
    const path = join(import.meta.dirname, '../../profiles', script);
    execFile(process.execPath, [path, ...args], { env }, (error, out, err) =>
      done({ code: error?.code ?? 0, err: `${out}${err}` }),
    );
  });

async function serverWith(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  const port = await listenOnLoopback(server);
  onTestFinished(() => closeServer(server));
  return `http://127.0.0.1:${port}`;
}

describe.each(Object.entries(scripts))('%s', (script, environment) => {
  const file = join(folder, 'written.json');
  const fails = async (url: string): Promise<string> => {
    const { code, err } = await run(script, environment(url), [file]);
    expect(code).toBe(1);
    expect(err).toMatch(/^The server cannot be described: .{5,420}\n$/);
    for (const form of [secret, encodeURIComponent(secret), 'key%2Fwith%2Bsigns+%26+blanks'])
      expect(err).not.toContain(form);
    expect(existsSync(file)).toBe(false);
    return err;
  };

  it('says what it needs', async () => {
    const { code, err } = await run(script, {}, [file]);
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^Set [A-Z_, ]+ and [A-Z_]+, and name the file to write\.\n$/),
    ]);
    expect((await run(script, environment('http://127.0.0.1:1'), [])).code).toBe(2);
  });

  it('fails with one line where the server refuses and repeats the request', async () => {
    const url = await serverWith(({ url: path = '', headers }, response) => {
      response.writeHead(401).end(`<html>\n${path} ${headers.authorization}\n${secret}${'x'.repeat(2000)}`);
    });
    expect(await fails(url)).toContain('401');
  });

  it('fails with one line where nothing answers, or something else does', async () => {
    expect(await fails('http://127.0.0.1:1')).toMatch(/fetch failed|bad port/);
    await fails('no address');
    await fails(await serverWith((_, response) => void response.end('[]')));
    await fails(await serverWith((_, response) => void response.end('no JSON')));
  });
});
