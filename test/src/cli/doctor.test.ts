/** `engine doctor`: real faults of installations, each with its finding and its fix. */
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { openStore } from '../../../src/service/state/store.ts';
import { completed } from '../../support/check-profile.ts';
import { freshDatabase } from '../../support/database.ts';
import { hasMysql } from '../../support/dialects.ts';
import { type GrantingDialect, loginPassword, newLogin } from '../../support/login.ts';
import { freshMysqlDatabase } from '../../support/mysql-database.ts';
import { folderWith } from '../service/server/fixture.ts';
import { newClaim } from '../service/state/claim-bench.ts';
import { runHere } from './here.ts';

// SQLite works in processes of its own, which take their time on a busy machine.
const dayMs = 86_400_000;
const env = { ENGINE_KEY: 'a-key-0123456789abcdef' };

const report = z.object({
  errors: z.number(),
  groups: z.array(
    z.object({
      name: z.string(),
      checks: z.array(z.object({ name: z.string(), status: z.string(), what: z.string(), fix: z.string().nullable() })),
    }),
  ),
});

/** Runs the doctor in a folder. Each check as `group / check` -> its status, text and fix. */
async function examine(cwd: string, more: Readonly<Record<string, string>> = {}, now: () => number = Date.now) {
  const { status, out, err } = await runHere(['doctor', '--format', 'json'], { env: { ...env, ...more }, cwd, now });
  expect(err).toBe('');
  const { groups, errors } = report.parse(JSON.parse(out));
  const all = groups.flatMap(({ name, checks }) => checks.map((check) => ({ ...check, group: name })));
  const at = (group: string, name: string) =>
    all
      .filter((check) => check.group === group && check.name === name)
      .map(({ status: is, what, fix }) => ({ is, what, fix }));
  return { status, errors, out, at };
}

const profileOf = (kind: string, connection: string, clock = 'UTC'): string =>
  completed(`profile: acme
contract: "1"
settings:
  password: { env: ACME_PASSWORD, secret: true, default: none-at-all }
sources:
  erp: { sql: ${kind}, clock: ${clock}, connection: ${connection} }
endpoints:
  /debtors/list:
    page: { key: [erpDebtorId] }
    query: SELECT c.no AS ${kind === 'mysql' ? '`erpDebtorId`' : '"erpDebtorId"'}, c.name AS name, c.mail AS email FROM customer c
`);
const table = 'CREATE TABLE customer (no varchar(20) PRIMARY KEY, name varchar(60) NOT NULL, mail varchar(60))';

/** An installation whose ERP is the database at `url`. */
const installation = (kind: string, url: string, clock?: string): string =>
  folderWith({
    'acme.yaml': profileOf(kind, `{ url: "${url}" }`, clock),
    'engine.yaml': 'profile: acme.yaml\nstore: store.sqlite\n',
  });

/** A profile without endpoints, whose source is not probed. */
const emptyProfile = 'profile: acme\ncontract: "1"\nsources: { erp: { http: "http://127.0.0.1:1" } }\nendpoints: {}\n';

describe('engine doctor', () => {
  it('reports files of secrets that others may read, and an ERP file that all may write', async () => {
    const cwd = folderWith({
      'acme.yaml': profileOf('sqlite', '{ file: erp.sqlite }'),
      'engine.yaml': 'profile: acme.yaml\nstore: store.sqlite\n',
      'password.txt': 'canary-of-the-file',
    });
    execFileSync(process.execPath, [
      '-e',
      `const { DatabaseSync } = require('node:sqlite'); new DatabaseSync(${JSON.stringify(join(cwd, 'erp.sqlite'))}).exec(${JSON.stringify(table)})`,
    ]);
    chmodSync(cwd, 0o755);
    chmodSync(join(cwd, 'password.txt'), 0o644);
    chmodSync(join(cwd, 'erp.sqlite'), 0o666);
    const doctorReport = await examine(cwd, { ACME_PASSWORD_FILE: 'password.txt' });
    expect(doctorReport.status).toBe(0);
    expect(doctorReport.at('configuration', 'secret files')).toEqual([
      { is: 'warning', what: expect.stringContaining('(mode 644)'), fix: `chmod 600 '${join(cwd, 'password.txt')}'` },
    ]);
    expect(doctorReport.at('source erp', 'excessive rights')).toEqual([
      { is: 'warning', what: expect.stringContaining('erp.sqlite'), fix: expect.stringContaining('chmod o-w') },
    ]);
    expect(doctorReport.out).not.toContain('canary');

    chmodSync(join(cwd, 'password.txt'), 0o600);
    chmodSync(join(cwd, 'erp.sqlite'), 0o644);
    const repaired = await examine(cwd, { ACME_PASSWORD_FILE: 'password.txt' });
    expect(repaired.at('configuration', 'secret files')).toMatchObject([{ is: 'ok' }]);
    expect(repaired.at('source erp', 'permissions')).toMatchObject([{ is: 'ok' }]);
    expect(repaired.at('store', 'version')).toMatchObject([{ is: 'ok' }]);
  });

  it('reports the certificate of the service and a key around their end, a missing file and folder, and a faulty configuration by status 78', async () => {
    const cwd = folderWith({
      'acme.yaml': emptyProfile,
      'engine.yaml': `profile: acme.yaml\nstore: none/store.sqlite\ntlsCert: tls.crt\ntlsKey: tls.key\nkeys:\n  - { name: platform, app: both, sha256: "${'ab'.repeat(32)}", until: "${new Date(Date.now() + 10 * dayMs).toISOString().slice(0, 10)}" }\n`,
    });
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '60', '-subj', '/CN=engine.test'];
    execFileSync('openssl', [...args, '-keyout', 'tls.key', '-out', 'tls.crt'], { cwd, stdio: 'pipe' });
    const state = async (days: number) => {
      const doctorReport = await examine(cwd, {}, () => Date.now() + days * dayMs);
      const certificate = doctorReport.at('certificate of the service', 'certificate').map(({ is }) => is);
      return {
        certificate,
        key: doctorReport.at('API keys', 'platform').map(({ is }) => is),
        status: doctorReport.status,
      };
    };
    expect(await state(0)).toEqual({ certificate: ['ok'], key: ['warning'], status: 1 });
    expect(await state(-1)).toMatchObject({ certificate: ['error'] });
    expect(await state(40)).toMatchObject({ certificate: ['warning'], key: ['warning'] });
    expect(await state(61)).toMatchObject({ certificate: ['error'] });
    const doctorReport = await examine(cwd);
    const missing = await examine(cwd, { ENGINE_STORE_KEY_FILE: 'gone.txt' });
    expect(missing.at('configuration', 'secret files')).toMatchObject([
      { is: 'error', what: expect.stringContaining('gone.txt') },
    ]);
    expect(doctorReport.at('store', 'folder')).toMatchObject([{ is: 'error', fix: `mkdir -p '${join(cwd, 'none')}'` }]);
    expect((await examine(cwd, { ENGINE_PORT: 'eighty' })).status).toBe(78);
  });

  it('on PostgreSQL reports a superuser, other excessive rights, and a clock that differs', async () => {
    const database = await freshDatabase();
    onTestFinished(() => database.drop());
    await database.run(table);
    const asOwner = await examine(installation('postgres', database.url), {}, () => Date.now() + 60_000);
    expect(asOwner.status).toBe(1);
    expect(asOwner.at('source erp', 'excessive rights')).toMatchObject([
      { is: 'error', fix: expect.stringContaining('NOSUPERUSER') },
    ]);
    expect(asOwner.at('source erp', 'clock')).toMatchObject([
      { is: 'warning', what: expect.stringMatching(/(59|60)\.\d s behind/) },
    ]);

    const login = await newLogin('postgres', database.url, (sql) => database.run(sql));
    onTestFinished(() => login.drop());
    const cwd = installation('postgres', login.url, 'Europe/Berlin');
    const denied = await examine(cwd);
    expect(denied.status).toBe(1);
    expect(denied.out).toMatch(/"fix": "[^"]*GRANT SELECT ON customer/i);
    await database.run(`grant select on customer to ${login.name}`);
    const sound = await examine(cwd);
    expect(sound).toMatchObject({ status: 0, errors: 0 });
    for (const check of ['reachable', 'version', 'clock', 'time zone', 'excessive rights'])
      expect(sound.at('source erp', check)).toMatchObject([{ is: 'ok' }]);
    expect(sound.out).not.toContain(loginPassword);

    await database.run(
      `grant insert on customer to ${login.name}; grant pg_read_server_files to ${login.name}; alter role ${login.name} createdb`,
    );
    const fixes = (await examine(cwd)).at('source erp', 'excessive rights').map(({ is, fix }) => `${is} ${fix}`);
    expect(fixes).toEqual([
      expect.stringContaining(`warning ALTER ROLE "${login.name}" NOCREATEDB;`),
      expect.stringContaining(`error REVOKE pg_read_server_files FROM "${login.name}";`),
      expect.stringContaining('warning REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON ALL TABLES IN SCHEMA "public"'),
    ]);
  });

  it.runIf(hasMysql)(
    'on MariaDB reports missing time zones and excessive rights, and the fixes remove them',
    async () => {
      const database = await freshMysqlDatabase();
      onTestFinished(() => database.drop());
      await database.run(table);
      const dialect: GrantingDialect = 'mysql';
      const login = await newLogin(dialect, database.url, (sql) => database.run(sql));
      onTestFinished(() => login.drop());
      await database.run(`grant all on ${database.name}.* to ${login.name}`);
      await database.run(`grant file on *.* to ${login.name}`);
      const doctorReport = await examine(installation('mysql', login.url, 'Asia/Tokyo'));
      expect(doctorReport.at('source erp', 'time zone')).toMatchObject([
        { is: 'warning', fix: expect.stringContaining('mysql_tzinfo_to_sql') },
      ]);
      const rights = doctorReport.at('source erp', 'excessive rights');
      expect(rights.map(({ is }) => is).toSorted()).toEqual(['error', 'warning']);
      expect(doctorReport.out).not.toContain(loginPassword);
      // The statements are valid, and what they remove is not reported any more.
      for (const { fix } of rights) {
        for (const sql of (fix ?? '').replace(/ \(docs.*/, '').split('; '))
          await database.run(sql.replace('erp.*', `${database.name}.*`).replace(/;$/, ''));
      }
      const sound = await examine(installation('mysql', login.url, 'Europe/Berlin'));
      expect(sound.status).toBe(0);
      for (const check of ['version', 'clock', 'time zone', 'excessive rights'])
        expect(sound.at('source erp', check)).toMatchObject([{ is: 'ok' }]);
    },
  );

  it('reports a source that does not answer, and what could not be checked', async () => {
    const doctorReport = await examine(installation('postgres', 'postgres://reader:canary-password@127.0.0.1:1/erp'));
    expect(doctorReport.status).toBe(1);
    expect(doctorReport.at('source erp', 'reachable')).toMatchObject([{ is: 'error' }]);
    expect(doctorReport.at('source erp', 'server')).toMatchObject([{ is: 'unchecked' }]);
    expect(doctorReport.out).not.toContain('canary');
  });

  it('reports the certificate and the clock of an ERP over HTTPS', async () => {
    const cwd = folderWith({ 'engine.yaml': 'profile: acme.yaml\nstore: store.sqlite\n', 'acme.yaml': '' });
    const args = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '60', '-subj', '/CN=localhost'];
    const names = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', 'erp.key', '-out', 'erp.crt'];
    execFileSync('openssl', [...args, ...names], { cwd, stdio: 'pipe' });
    const [key, cert] = [readFileSync(join(cwd, 'erp.key')), readFileSync(join(cwd, 'erp.crt'))];
    let aheadMs = 0;
    const erp = createServer({ key, cert }, (_request, response) => {
      response.setHeader('date', new Date(Date.now() + aheadMs).toUTCString());
      response.setHeader('content-type', 'application/json').end('{}');
    });
    onTestFinished(() => void erp.close());
    await new Promise<void>((resolve) => void erp.listen(0, '127.0.0.1', resolve));
    const address = erp.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const profile = (tls: string): string =>
      folderWith({
        'engine.yaml': 'profile: acme.yaml\nstore: store.sqlite\n',
        'acme.yaml': `profile: acme\ncontract: "1"\nsources:\n  erp: { http: "https://localhost:${port}", ${tls} probe: { get: /status } }\nendpoints: {}\n`,
      });
    const untrusted = await examine(profile(''));
    expect(untrusted.at('source erp', 'certificate')).toMatchObject([
      { is: 'error', what: expect.stringContaining('not trusted'), fix: expect.stringContaining('ca:') },
    ]);
    expect(untrusted.at('source erp', 'reachable')).toMatchObject([{ is: 'error' }]);
    const trusted = profile(`tls: { ca: "${join(cwd, 'erp.crt')}" },`);
    aheadMs = 20_000;
    const doctorReport = await examine(trusted);
    expect(doctorReport.at('source erp', 'certificate')).toMatchObject([{ is: 'ok' }]);
    expect(doctorReport.at('source erp', 'reachable')).toMatchObject([{ is: 'ok' }]);
    expect(doctorReport.at('source erp', 'clock')).toMatchObject([
      { is: 'warning', what: expect.stringContaining('ahead of') },
    ]);
  });

  it('sends nothing to a source whose tokens can be used once', async () => {
    let requests = 0;
    const erp = createHttpServer((_request, response) => {
      requests += 1;
      response.end('{}');
    });
    onTestFinished(() => void erp.close());
    await new Promise<void>((resolve) => void erp.listen(0, '127.0.0.1', resolve));
    const address = erp.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const auth = `auth: { refreshToken: { url: "${url}/token", client: engine, secret: "\${token_secret}" } }`;
    const doctorReport = await examine(
      folderWith({
        'engine.yaml': 'profile: acme.yaml\nstore: store.sqlite\n',
        'acme.yaml': `profile: acme\ncontract: "1"\nsettings: { token_secret: { env: ACME_TOKEN, secret: true } }\nsources: { erp: { http: "${url}", ${auth}, probe: { get: /status } } }\nendpoints: {}\n`,
      }),
      { ACME_TOKEN: 'canary-of-the-token' },
    );
    expect(doctorReport.at('source erp', 'reachable')).toMatchObject([{ is: 'unchecked' }]);
    expect(doctorReport.out).not.toMatch(/CFG511|canary/);
    expect(requests).toBe(0);
  });

  it('reports held writes and old writes in doubt', async () => {
    const cwd = folderWith({ 'acme.yaml': emptyProfile, 'engine.yaml': 'profile: acme.yaml\nstore: store.sqlite\n' });
    const file = join(cwd, 'store.sqlite');
    const opened = await openStore({ address: { kind: 'file', file }, emit: () => undefined, now: Date.now });
    if (!opened.ok) throw new Error(opened.diagnostic.message);
    const { claims, close } = opened.store;
    const states = [
      { kind: 'held', reason: 'two documents have the reference 2026/0042' },
      { kind: 'unknown', step: 'order', lookInMs: 1_000, empty: 0 },
    ] as const;
    for (const [index, state] of states.entries()) {
      const claim = newClaim(`2026/004${index}`);
      await claims.insert(claim, 1_000);
      await claims.change(claim.id, 1, { state });
    }
    await close();
    const fresh = await examine(cwd);
    expect(fresh.at('store', 'held writes')).toMatchObject([{ is: 'warning', what: expect.stringMatching(/^1 /) }]);
    expect(fresh.at('store', 'writes in doubt')).toMatchObject([{ is: 'ok' }]);
    const database = new DatabaseSync(file);
    database.exec(`update engine_claim set created_at = created_at - ${20 * 60_000}`);
    database.close();
    expect((await examine(cwd)).at('store', 'writes in doubt')).toMatchObject([
      { is: 'warning', what: expect.stringContaining('20 minutes') },
    ]);
  });
});
