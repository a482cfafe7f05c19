/** The real driver against a test double of the protocol. How a real server executes a statement is not tested here. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { generate } from 'selfsigned';
import { afterEach, describe, expect, it } from 'vitest';
import { openSqlSource } from '../../../../engine/sources/sql/kind.ts';
import { openMssql } from '../../../../engine/sources/sql/mssql/source.ts';
import { kinds } from '../../../support/kinds.ts';
import { drop, hang, type OpenDouble, openDouble, rows, types } from '../../../support/tds/index.ts';
import type { TdsScript } from '../../../support/tds/server.ts';
import { soon, sql } from './bench.ts';

let mssqlDouble: OpenDouble | undefined;
afterEach(async () => {
  await mssqlDouble?.end();
  mssqlDouble = undefined;
});
async function open(script: TdsScript = {}): Promise<OpenDouble> {
  mssqlDouble = await openDouble(script);
  return mssqlDouble;
}
const one = rows([{ name: 'one', type: types.int }], [1]);
const texts = (list: OpenDouble['double']['heard']) => list.map(({ request }) => request.sql.split('\n').at(-1));

describe('login', () => {
  it('sends the application name, and configures the session once', async () => {
    const { source, double } = await open({ answer: ({ kind }) => (kind === 'call' ? one : undefined) });
    expect(await source.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
    expect(await source.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
    expect(double.logins).toEqual([
      { user: 'engine', password: 'geheim%ß', database: 'erp', application: 'erp-engine', readOnlyIntent: false },
    ]);
    // The driver's own settings, then the engine's, which are to have the last word.
    expect(double.settings).toHaveLength(2);
    for (const setting of ['set ansi_nulls on', 'set quoted_identifier on', 'set language us_english']) {
      expect(double.settings[0]).toContain(setting);
    }
    for (const setting of ['set xact_abort on', 'set nocount on', 'set lock_timeout 5000', 'set dateformat ymd']) {
      expect(double.settings[1]).toContain(setting);
    }
    expect(source.identity).toBe(`mssql://127.0.0.1:${double.port}/erp`);
  });

  it.each([
    [18456, "Login failed for user 'engine'.", 'denied'],
    [4060, 'Cannot open database "erp" requested by the login. The login failed.', 'denied'],
    [40613, "Database 'erp' on server 'x' is not currently available.", 'unreachable'],
    [10928, 'Resource ID: 1. The request limit for the database is 60 and has been reached.', 'throttled'],
  ])('refused with %i', async (number, message, kind) => {
    const { source } = await open({ login: () => ({ number, message }) });
    const error = await source.read(sql('select 1'), soon()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ name: 'SourceError', kind });
    expect(String(error)).toContain(String(number));
    expect(String(error)).not.toContain('geheim');
  });

  it('that is cut off is unreachable, and may be tried again', async () => {
    let cuts = 1;
    const { source, double } = await open({
      login: () => (cuts-- > 0 ? 'cut' : undefined),
      answer: ({ kind }) => (kind === 'call' ? one : undefined),
    });
    await expect(source.read(sql('select 1 as one'), soon())).rejects.toMatchObject({
      kind: 'unreachable',
      connectionLost: true,
    });
    expect(await source.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
    expect(double.logins).toHaveLength(2);
  });

  it('without a listener is unreachable', async () => {
    const dead = openMssql({ url: 'mssql://a:secret@127.0.0.1:1/b', timeoutMs: 1_000 });
    const error = await dead.read(sql('select 1'), soon()).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ kind: 'unreachable' });
    expect(String(error)).not.toContain('secret');
    expect(dead.identity).toBe('mssql://127.0.0.1:1/b');
    await dead.close();
  });

  it('is not sent in the clear where encryption is wanted', async () => {
    const { double } = await open();
    const wary = openMssql({ server: '127.0.0.1', port: double.port, user: 'engine', password: 'x', timeoutMs: 1_000 });
    await expect(wary.read(sql('select 1'), soon())).rejects.toMatchObject({ kind: 'unreachable' });
    expect(double.logins).toEqual([]);
    await wary.close();
  });

  it('is sent in the clear where the address says so', async () => {
    const { double } = await open({ answer: ({ kind }) => (kind === 'call' ? one : undefined) });
    const url = `mssql://engine:geheim@127.0.0.1:${double.port}/erp?encrypt=false`;
    const plain = openMssql({ url, timeoutMs: 60_000 });
    expect(await plain.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
    expect(double.logins).toMatchObject([{ user: 'engine', database: 'erp' }]);
    await plain.close();
  });

  it('is encrypted, to a server whose certificate is known or is to be trusted', async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }]);
    const { double } = await open({
      certificate: { key, cert },
      answer: ({ kind }) => (kind === 'call' ? one : undefined),
    });
    const address = { server: '127.0.0.1', port: double.port, user: 'engine', password: 'geheim', timeoutMs: 60_000 };
    const strict = openMssql(address);
    await expect(strict.read(sql('select 1 as one'), soon())).rejects.toMatchObject({ kind: 'unreachable' });
    expect(double.logins).toEqual([]);
    const trusting = openMssql({ ...address, trustServerCertificate: true });
    expect(await trusting.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
    expect(double.logins).toMatchObject([{ user: 'engine', password: 'geheim' }]);
    await strict.close();
    await trusting.close();
  });

  it('has an address', async () => {
    expect(() => openMssql({ url: 'here', timeoutMs: 1_000 })).toThrow('not a URL');
    expect(() => openMssql({ server: 'a', port: 1433, instance: 'b', timeoutMs: 1_000 })).toThrow(
      'port and an instance',
    );
    const connection = { server: 'erp.local', port: '1444', database: 'Nav', encrypt: 'false' };
    const opened = await openSqlSource(kinds.mssql, { connection, folder: '/' });
    expect([opened.identity, opened.databaseKind.name]).toEqual(['mssql://erp.local:1444/Nav', 'mssql']);
    const named = openMssql({ server: 'ERP', instance: 'Live', database: 'Nav', timeoutMs: 1_000 });
    expect(named.identity).toBe('mssql://erp/live/Nav');
  });
});

describe('a connection that is lent again', () => {
  it('needs no reset: every statement of a profile runs in a call, whose settings and temporary tables end with it', async () => {
    const { source, double } = await open({ answer: ({ kind }) => (kind === 'call' ? one : undefined) });
    for (const text of ['select 1 as one', 'select 2 as one']) await source.read(sql(text), soon());
    await source.transaction(soon(), (session) => session.execute(sql('exec dbo.p')));
    await source.snapshot(soon(), (session) => session.execute(sql('select 3 as one')));
    const batches = double.heard.filter(({ request }) => request.kind === 'batch').map(({ request }) => request.sql);
    // What travels as a batch, and could leave something behind, is the engine's own.
    expect(batches.filter((text) => !/^(set transaction|if @@trancount|select snapshot_isolation)/.test(text))).toEqual(
      [],
    );
    expect(batches.length).toBeGreaterThan(3);
  });
});

describe('deadlines', () => {
  const slow: TdsScript = {
    answer: ({ kind, sql: text }) => (text.includes('slow') ? hang : kind === 'call' ? one : undefined),
  };

  it('stop a statement on the server, and give its connection up', async () => {
    const { source, double } = await open(slow);
    expect(await source.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
    const reading = source.read(sql('select slow'), { deadline: Date.now() + 500 });
    await expect(reading).rejects.toMatchObject({ kind: 'timeout', connectionLost: true });
    await expect.poll(() => double.attentions).toEqual([1]);
    await expect.poll(() => double.open()).toBe(0);
    expect(await source.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
    expect(double.logins).toHaveLength(2);
  });

  it('cut the connection of a server that does not stop', async () => {
    const { source, double } = await open({
      answer: ({ sql: text }) => (text.includes('slow') ? { kind: 'hang', deaf: true } : one),
    });
    expect(await source.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
    const reading = source.read(sql('select slow'), { deadline: Date.now() + 500 });
    await expect(reading).rejects.toMatchObject({ kind: 'timeout' });
    // While it is still being cancelled nobody else gets it.
    expect(await source.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
    await expect.poll(() => double.open()).toBe(1);
    expect(double.attentions).toEqual([1]);
  });

  it('end a read whose caller went away, and not a write', async () => {
    const { source, double } = await open(slow);
    const caller = new AbortController();
    const reading = source.read(sql('select slow'), { ...soon(), signal: caller.signal });
    const writing = source.transaction({ ...soon(), signal: caller.signal }, async (session) => {
      caller.abort();
      return session.execute(sql('update t set a = 1'));
    });
    await expect(reading).rejects.toMatchObject({ kind: 'timeout' });
    await expect(writing).resolves.toMatchObject({ rows: [] });
    expect(texts(double.heard)).toContain('select @@trancount as open_transactions;');
  });

  it('hold for the wait for a connection', async () => {
    const { source } = await open(slow);
    const leaving = new AbortController();
    const busy = [1, 2].map(() => source.read(sql('select slow'), { ...soon(), signal: leaving.signal }));
    const waiting = source.read(sql('select 1'), { deadline: Date.now() + 100 });
    await expect(waiting).rejects.toMatchObject({ kind: 'timeout', connectionLost: false });
    leaving.abort();
    expect((await Promise.allSettled(busy)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });

  it('hold for a host that does not answer', async () => {
    const mute = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(mute, 'listening');
    const address = mute.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const dead = openMssql({ server: '127.0.0.1', port, timeoutMs: 300 });
    await expect(dead.read(sql('select 1'), soon())).rejects.toMatchObject({ kind: 'unreachable' });
    await expect(dead.probe(undefined, { deadline: Date.now() + 100 })).rejects.toMatchObject({ kind: 'unreachable' });
    await dead.close();
    mute.close();
  });
});

describe('lost connections', () => {
  it('are replaced', async () => {
    const { source } = await open({ answer: ({ sql: text }) => (text.includes('cut') ? drop : one) });
    await expect(source.read(sql('select cut'), soon())).rejects.toMatchObject({
      kind: 'unreachable',
      connectionLost: true,
    });
    expect(await source.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
  });

  it('in the middle of an answer give no half of it', async () => {
    const half = { columns: [{ name: 'one', type: types.int }], rows: [[1], [2]] };
    const { source } = await open({ answer: () => ({ kind: 'drop', after: half }) });
    await expect(source.read(sql('select one'), soon())).rejects.toMatchObject({
      kind: 'unreachable',
      connectionLost: true,
    });
  });

  it('while they are idle are detected', async () => {
    const { source, double } = await open({ answer: () => one });
    await source.read(sql('select 1 as one'), soon());
    double.cut();
    await expect.poll(() => double.open()).toBe(0);
    expect(await source.read(sql('select 1 as one'), soon())).toEqual([{ one: 1 }]);
  });

  it('of the probe are made again', async () => {
    const { source, double } = await open();
    await source.probe(undefined, soon());
    double.cut();
    await source.probe('select 1', soon()).catch(() => undefined);
    await expect(source.probe('select 1', soon())).resolves.toBeUndefined();
  });
});
