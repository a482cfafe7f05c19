/** Addresses of stores as operators write them, and the parts that may be printed. */
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../../src/cli/program.ts';
import { shownAddress, storeAddress } from '../../../../src/service/config/store-address.ts';
import { folderWith } from '../server/fixture.ts';
import { testHost } from '../state/host.ts';

describe('the address of a store', () => {
  it.each([
    ['store.sqlite', '/srv/engine/store.sqlite'],
    ['./data/store.sqlite', '/srv/engine/data/store.sqlite'],
    ['/var/lib/store', '/var/lib/store'],
    ['C:/engine/store.sqlite', '/srv/engine/C:/engine/store.sqlite'],
  ])('%s is a file', (text, file) => {
    expect(storeAddress(text, '/srv/engine')).toEqual({ kind: 'file', file });
  });

  it.each([
    ['postgres://u:p%40ss@db:5433/engine?sslmode=require', 'postgres', 'postgres://db:5433/engine'],
    ['postgresql://db/engine', 'postgres', 'postgres://db/engine'],
    ['MySQL://u:p@db/engine', 'mysql', 'mysql://db/engine'],
    ['mariadb://u:p@db/engine', 'mysql', 'mysql://db/engine'],
    ['mssql://u:p@db:1433/engine?encrypt=true', 'mssql', 'mssql://db:1433/engine'],
    ['sqlserver://u:p@[::1]/engine', 'mssql', 'mssql://[::1]/engine'],
  ])('%s is a server', (text, kindName, shown) => {
    const address = storeAddress(text, '/');
    expect(address).toMatchObject({ kind: 'server', databaseKind: { name: kindName }, shown });
    expect(address && shownAddress(address)).toBe(shown);
    expect(`${inspect(address, { showHidden: true })}${JSON.stringify(address)}`).not.toContain('p%40ss');
  });

  it.each([
    ['another scheme', 'redis://u:secret-word@db/engine'],
    ['no database', 'postgres://u:secret-word@db'],
    ['no host', 'postgres:///engine'],
    ['a stray percent sign', 'postgres://u:secret-word%@db/engine'],
    ['a port that is none', 'postgres://u:secret-word@db:port/engine'],
  ])('with %s is none, and its password is not shown', async (_what, text) => {
    expect(storeAddress(text, '/')).toBeUndefined();
    const given = [
      { args: ['--store', text], files: {} },
      { args: [], files: { 'engine.yaml': `host: 127.0.0.1\nstore: "${text}"\nprot: 1\n` } },
      { args: [], files: { '.env': `ENGINE_STORE='${text}'\n` } },
    ];
    for (const { args, files } of given) {
      const host = testHost(folderWith({ 'acme.yaml': '', ...files }));
      expect(await runCli(['--profile', './acme.yaml', ...args], host)).toBe(78);
      expect(host.said()).toContain('must be a file, or a URL such as');
      expect(host.said()).not.toContain('secret-word');
    }
  });
});
