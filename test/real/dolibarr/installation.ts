/**
 * A real Dolibarr for one run: its source is copied, installed by its own installer into a new MariaDB, and served by
 * the web server of PHP on the loopback interface.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, run, stop, untilReady } from '../../../src/workbench/testing/servers/local-server.ts';
import { onMysql } from '../../../src/workbench/testing/servers/mysql-client.ts';

import { startMariadb } from '../../support/mariadb-server.ts';

/** The time zone of PHP. */
export const clock = 'Europe/Paris';

export interface Dolibarr {
  /** As in version.inc.php or filefunc.inc.php, such as `23.0.0-beta`. */
  readonly version: string;
  /** Holds the copied source (`htdocs`), documents and the log of PHP. */
  readonly folder: string;
  readonly url: string;
  /** Of the administrator's page login. */
  readonly login: { readonly name: string; readonly password: string };
  readonly databaseUrl: string;
  /** Runs one of the scripts in `php/` inside Dolibarr, and returns its JSON. */
  script(name: string, input?: unknown): Promise<unknown>;
  sql: LocalSql;
  close(): Promise<void>;
}

type LocalSql = (text: string) => Promise<readonly Readonly<Record<string, string | null>>[]>;

/** The folder with `main.inc.php`: the source itself, or its `htdocs`. */
function documentRoot(source: string): string {
  const rootFolder = [source, join(source, 'htdocs')].find((folder) => existsSync(join(folder, 'main.inc.php')));
  if (rootFolder === undefined) throw new Error(`${source} is no source of Dolibarr: it has no main.inc.php.`);
  return rootFolder;
}

function configuration(parts: { root: string; documents: string; url: string; database: URL }): string {
  const { root, documents, url, database } = parts;
  const values = {
    dolibarr_main_url_root: url,
    dolibarr_main_document_root: root,
    dolibarr_main_url_root_alt: '/custom',
    dolibarr_main_document_root_alt: join(root, 'custom'),
    dolibarr_main_data_root: documents,
    dolibarr_main_db_host: database.hostname,
    dolibarr_main_db_port: database.port,
    dolibarr_main_db_name: database.pathname.slice(1),
    dolibarr_main_db_prefix: 'llx_',
    dolibarr_main_db_user: database.username,
    dolibarr_main_db_pass: database.password,
    dolibarr_main_db_type: 'mysqli',
    dolibarr_main_db_character_set: 'utf8',
    dolibarr_main_db_collation: 'utf8_unicode_ci',
    dolibarr_main_authentication: 'dolibarr',
    dolibarr_main_prod: '0',
    dolibarr_main_force_https: '0',
    dolibarr_nocsrfcheck: '1',
    dolibarr_main_instance_unique_id: 'harness',
    dolibarr_mailing_limit_sendbyweb: '0',
  };
  const lines = Object.entries(values).map(([name, value]) => `$${name}='${value}';`);
  return ['<?php', ...lines, ''].join('\n');
}

/** Deprecations of new PHP versions must not appear inside answers: production servers do not display them. */
const phpSettings = ['-d', `date.timezone=${clock}`, '-d', 'display_errors=0', '-d', 'memory_limit=512M'];

async function serve(root: string, port: number, log: string): Promise<ChildProcess> {
  const server = spawn('php', [...phpSettings, '-d', `error_log=${log}`, '-S', `127.0.0.1:${port}`, '-t', root], {
    stdio: 'ignore',
    // A group of its own: the workers do not end with the first process.
    detached: true,
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '12' },
  });
  await untilReady(server, 'PHP', async () => {
    await fetch(`http://127.0.0.1:${port}/robots.txt`);
  });
  return server;
}

/** Ends the web server with its workers. */
async function endGroup(server: ChildProcess): Promise<void> {
  if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid, 'SIGTERM');
  await stop(server, 'SIGTERM');
}

/** Sends one form of the installer. Rejects if it answers with another status than 200. */
async function step(url: string, page: string, fields: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(`${url}/install/${page}`, { method: 'POST', body: new URLSearchParams(fields) });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${page} of the installer: ${answer.status} ${text.slice(0, 400)}`);
  return text;
}

/** Starts everything. `source`: a folder with a Dolibarr; it is copied and stays as it is. */
export async function startDolibarr(source: string): Promise<Dolibarr> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-dolibarr-'));
  const ends: (() => Promise<unknown> | unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const close = async (): Promise<void> => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    const mariadb = await startMariadb({ 'default-time-zone': '+00:00' });
    ends.push(() => mariadb.stop());
    await onMysql(mariadb.url, (on) => on('CREATE DATABASE dolibarr CHARACTER SET utf8 COLLATE utf8_unicode_ci'));
    const database = new URL(mariadb.url);
    database.pathname = '/dolibarr';
    const root = join(folder, 'htdocs');
    await run('cp', ['-a', documentRoot(source), root]);
    const documents = join(folder, 'documents');
    mkdirSync(documents);
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    writeFileSync(join(root, 'conf', 'conf.php'), configuration({ root, documents, url, database }));
    const server = await serve(root, port, join(folder, 'php.log'));
    ends.push(() => endGroup(server));
    const login = { name: 'admin', password: 'admin-of-the-harness' };
    await step(url, 'step2.php', { action: 'set', selectlang: 'en_US' });
    const { name, password } = login;
    await step(url, 'step5.php', {
      action: 'set',
      selectlang: 'en_US',
      login: name,
      pass: password,
      pass_verif: password,
    });
    writeFileSync(join(documents, 'install.lock'), '');
    const sql: LocalSql = (text) => onMysql(database.href, (on) => on(text));
    const [version] = await sql("SELECT value FROM llx_const WHERE name = 'MAIN_VERSION_LAST_INSTALL'");
    return {
      version: version?.value ?? '',
      folder,
      url,
      login,
      databaseUrl: database.href,
      sql,
      async script(file, input) {
        const env = { ...process.env, DOLIBARR_ROOT: root };
        const path = join(import.meta.dirname, 'php', file);
        const text = await run('php', [...phpSettings, '-d', `error_log=${join(folder, 'php.log')}`, path], {
          cwd: root,
          env,
          input: JSON.stringify(input ?? null),
        });
        const at = text.indexOf('\u0001');
        if (at < 0) throw new Error(`${file} printed no result: ${text.slice(-2000)}`);
        return JSON.parse(text.slice(at + 1));
      },
      close,
    };
  } catch (error) {
    const log = join(folder, 'php.log');
    if (existsSync(log)) process.stderr.write(readFileSync(log, 'utf8').slice(-3000));
    await close();
    throw error;
  }
}
