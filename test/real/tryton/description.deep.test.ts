/** The description of the profile is what a real Tryton says of its fields and methods, cut to what the profile uses. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { describeTryton } from '../../../profiles/tryton/description/openrpc.ts';
import { openServer } from '../../../profiles/tryton/description/server.ts';
import { root, runHere } from '../../src/cli/here.ts';
import { hasTryton, provideTryton } from './provided.ts';

vi.setConfig({ testTimeout: 1_800_000 });

/** Without the comment, which has the day. */
const described = (file: string): string => readFileSync(file, 'utf8').replaceAll(/^#.*\n/gm, '');

describe.skipIf(!hasTryton)('the description of Tryton', () => {
  it('is the one of the server', async () => {
    await using end = new AsyncDisposableStack();
    const folder = mkdtempSync(join(tmpdir(), 'engine-tryton-description-'));
    end.defer(() => rmSync(folder, { recursive: true }));
    const {
      TRYTON_URL = '',
      TRYTON_DB = '',
      TRYTON_LOGIN = '',
      TRYTON_PASSWORD = '',
    } = (await provideTryton(end)).environment;
    const server = await openServer({
      url: TRYTON_URL,
      database: TRYTON_DB,
      login: TRYTON_LOGIN,
      password: TRYTON_PASSWORD,
    });
    writeFileSync(join(folder, 'tryton.json'), JSON.stringify(await describeTryton(server)));
    const out = join(folder, 'description');
    const args = ['describe', 'tryton', '--from', 'tryton.json', '--origin', 'this Tryton', '--out', out];
    expect(await runHere(args, { env: {}, cwd: folder })).toMatchObject({ status: 0, err: '' });
    expect(described(join(out, 'tryton.yaml'))).toBe(described(join(root, 'profiles/tryton/description/tryton.yaml')));
  });
});
