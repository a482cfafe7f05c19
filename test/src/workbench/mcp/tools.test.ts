/** What the tools of `engine mcp` may do, and what they never say. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import SqliteDatabase from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../../../src/cli/program.ts';
import { testHost } from '../../service/state/host.ts';
import { assistantHere, contentOf, createComptoir, type Result, root } from './client.ts';
import { env, folderOf, opened, profileText, replaced, search, secret } from './hostile-comptoir.ts';

/** The rows of a sample. */
const rowsOf = ({ data }: Result): readonly (readonly string[])[] =>
  data
    .split('\n')
    .slice(1)
    .map((line): readonly string[] => JSON.parse(line));

describe('what the ERP answers', () => {
  it('is masked, without secrets, and between marks that it cannot know', async () => {
    const { use } = await opened(folderOf());
    const sample = await use('sample_rows', { table: 'CLIENT', rows: 20 });
    const ran = await use('run', search);
    // Names are replaced, equal ones by equal ones; codes and amounts are kept.
    const girard = rowsOf(sample).find(([id]) => id === 'C001') ?? [];
    expect(girard.slice(4)).toEqual(['A', '5000', '1180.4', 'EUR', '30', 'N']);
    expect(ran.data).toContain('"erpId":"C001"');
    expect(ran.data).toContain(JSON.stringify(girard[1]));
    expect(`${sample.text}${ran.text}`).not.toMatch(/girard|lefèvre|menuiserie|lefevre@example/i);
    // A customer's name contains a secret.
    expect(sample.data).toContain('[secret]');
    const status = await use('profile_status');
    for (const { text } of [sample, ran, status]) expect(text).not.toMatch(/7Zq81LmPx0|another-secret/);
    // Another one is an instruction.
    const marks = [sample, ran].map(({ text }) => /<(data-[\da-f]{12})>/.exec(text)?.[1] ?? '');
    expect(new Set(marks).size).toBe(2);
    for (const [index, { text }] of [sample, ran].entries()) {
      expect(text.split(`</${marks[index]}>`).length).toBe(2);
      expect(text.indexOf('C101')).toBeGreaterThan(text.indexOf(`<${marks[index]}>`));
    }
    // The refusal of an unknown table has the name that was given, and no replacement.
    expect((await use('sample_rows', { table: 'KUNDE' })).text).toContain('erp has no table or view "KUNDE".');
    // A masked name in a request is translated back.
    const name = rowsOf(sample).find(([id]) => id === 'C003')?.[1] ?? '';
    const answer = await use('run', { ...search, request: { query: name.split(' ')[0], limit: 3 } });
    expect(answer.data).toMatch(/^answer: .*"hits":\[\{"erpId":"C003"/);
  });

  it('is cut where it is long', async () => {
    const folder = folderOf();
    const database = new SqliteDatabase(join(folder, 'comptoir/comptoir.sqlite'));
    const insert = database.prepare("INSERT INTO CLIENT VALUES (?, ?, ?, '', 'A', 0, 0, 'EUR', 30, 'N')");
    for (let number = 0; number < 60; number += 1) insert.run(`D${number}`, 'Holz '.repeat(400), 'Ulm '.repeat(400));
    database.close();
    const { use } = await opened(folder);
    const { text, value } = await use('run', { ...search, request: { query: '', limit: 70 }, rows: 20 });
    expect(text).toContain('[cut here: ');
    const structured = JSON.stringify(value).length;
    expect(text.length - structured).toBeLessThan(25_000);
    // Names of members, marks of JSON and one row in progress come on top of the texts.
    expect(structured).toBeLessThan(40_000);
    expect(Number(value.omitted)).toBeGreaterThan(0);
  });
});

describe('the ERP', () => {
  it('is not changed by a rehearsal', async () => {
    const folder = folderOf();
    const file = join(folder, 'comptoir/comptoir.sqlite');
    const before = contentOf(file);
    const { use } = await opened(folder);
    const request = { erpInvoiceId: '2', amount: 80.4, paymentDate: '2026-06-01', currency: 'EUR' };
    const { text, data } = await use('rehearse', { endpoint: '/payments/push', request });
    expect([text, data]).toEqual([
      expect.stringContaining('rolled back'),
      expect.stringContaining('REGLT: would change'),
    ]);
    expect(contentOf(file)).toEqual(before);
    expect((await use('run', { endpoint: '/payments/push', request })).failed).toBe(true);
  });

  it.each([
    ['another file', 'file: comptoir.sqlite', 'file: ../other.sqlite'],
    ['another ERP', 'clock: Europe/Paris }\nids', 'clock: Europe/Paris }\n  web: { http: "http://127.0.0.1:9/" }\nids'],
    ['a variable of another program', 'settings:\n', 'settings:\n  more: { env: OTHER_SECRET }\n'],
  ])('is the one that the person has started with: not %s', async (_what, before, after) => {
    const assistant = await opened(folderOf());
    expect((await replaced(assistant, before, after)).failed).toBe(false);
    for (const [name, given] of [
      ['run', search],
      ['check', { connect: true }],
      ['sample_rows', { table: 'CLIENT' }],
      ['describe_tables', {}],
    ] as const) {
      const { failed, text } = await assistant.use(name, given);
      expect([failed, text]).toEqual([true, expect.stringContaining('agreed')]);
    }
    expect((await assistant.use('check')).failed).toBe(false);
  });

  it('may get another clock, and a setting with a variable that has no value', async () => {
    const assistant = await opened(folderOf());
    await replaced(assistant, 'clock: Europe/Paris', 'clock: Europe/London');
    await replaced(assistant, 'settings:\n', 'settings:\n  bank: { env: COMPTOIR_BANK, default: CIC }\n');
    expect((await assistant.use('run', search)).failed).toBe(false);
  });
});

describe('one of several services', () => {
  /** Two companies with one profile, each with a database of its own. */
  function twoCompanies(): string {
    const folder = folderOf();
    const comptoirFolder = join(folder, 'comptoir');
    const settings = 'settings:\n  database: { env: COMPTOIR_FILE }\n';
    const text = profileText.replace('settings:\n', settings).replace('file: comptoir.sqlite', "file: '${database}'");
    writeFileSync(join(comptoirFolder, 'profile.yaml'), text);
    for (const [name, id] of [
      ['nord', 'N-17'],
      ['sud', 'S-204'],
    ] as const) {
      createComptoir(join(comptoirFolder, `${name}.sqlite`));
      const database = new SqliteDatabase(join(comptoirFolder, `${name}.sqlite`));
      database.exec(`INSERT INTO CLIENT VALUES ('${id}', 'Zeta', 'Lille', '', 'A', 0, 0, 'EUR', 30, 'N')`);
      database.close();
      writeFileSync(
        join(folder, `${name}.env`),
        `COMPTOIR_FILE=${name}.sqlite\nENGINE_KEY=${`key-of-${name}-`.padEnd(40, '7')}\n`,
      );
    }
    const entries = ['nord', 'sud'].map((name) => `  ${name}: { path: /${name}, envFile: ${name}.env }\n`).join('');
    writeFileSync(join(folder, 'engine.yaml'), `profile: ./comptoir/profile.yaml\nservices:\n${entries}`);
    return folder;
  }

  it('--service selects its profile and its settings', async () => {
    const folder = twoCompanies();
    for (const words of [
      ['--service', 'sud'],
      ['comptoir', '--service', 'sud', '--config', 'engine.yaml'],
    ]) {
      const { data } = await (await assistantHere(folder, words, env)).use('run', search);
      expect(data).toContain('S-204');
      expect(data).not.toContain('N-17');
    }
  });

  it('a service that the configuration does not have is a finding, and no folder at all is wrong usage', async () => {
    const host = {
      ...testHost(twoCompanies()),
      packageRoot: root,
      streams: { input: new PassThrough(), output: new PassThrough() },
    };
    expect(await runCli(['mcp', '--service', 'ost'], host)).toBe(1);
    expect(host.said()).toContain('CFG522');
    expect(await runCli(['mcp'], host)).toBe(2);
    expect(host.said()).toContain('give the folder of the profile, or --service');
  });
});

describe('files', () => {
  it('are those of the profile only', async () => {
    const folder = folderOf();
    writeFileSync(join(folder, 'comptoir/.env'), `COMPTOIR_TOKEN=${secret}\n`);
    writeFileSync(join(folder, 'outside.yaml'), 'cases: []\n');
    mkdirSync(join(folder, 'comptoir/cases'));
    symlinkSync(join(folder, 'outside.yaml'), join(folder, 'comptoir/cases/link.yaml'));
    const { use } = await opened(folder);
    for (const path of [
      '.env',
      '../outside.yaml',
      'cases/link.yaml',
      'engine.yaml',
      '/etc/passwd',
      'cases/../../outside.yaml',
    ]) {
      expect([path, (await use('read_file', { path })).failed]).toEqual([path, true]);
      expect([path, (await use('write_file', { path, text: 'x', version: null })).failed]).toEqual([path, true]);
    }
    expect(readFileSync(join(folder, 'outside.yaml'), 'utf8')).toBe('cases: []\n');
  });

  it('are not overwritten by a text that was read before another change', async () => {
    const folder = folderOf();
    const { use } = await opened(folder);
    const { text } = await use('read_file', { path: 'profile.yaml' });
    const version = /version ([\da-f]+)/.exec(text)?.[1];
    writeFileSync(join(folder, 'comptoir/profile.yaml'), `${profileText}# a person was here\n`);
    expect((await use('write_file', { path: 'profile.yaml', text: 'x', version })).failed).toBe(true);
    expect(readFileSync(join(folder, 'comptoir/profile.yaml'), 'utf8')).toContain('a person was here');
  });

  it.each([
    ['fixture/data.sql', "-- rows\nATTACH DATABASE '/tmp/x.sqlite' AS x;"],
    ['fixture/data.sql', "COPY CLIENT TO PROGRAM 'id';"],
    ['cases/a.yaml', 'cases:\n  - case: x\n    stored:\n      - query: "/* */ attach database \'/tmp/x\' as x"\n'],
    ['profile.yaml', 'extends: ../other/profile.yaml\n'],
    ['profile.yaml', 'profile: &other ../other/profile.yaml\nextends: *other\n'],
    ['fixture/base.yaml', 'extends: ../../other/profile.yaml\n'],
    ['cases/a.yaml', 'cases:\n  - case: &q ATTACH DATABASE "/tmp/x" AS x\n    stored:\n      - query: *q\n'],
  ])('%s may not reach out of the folder: %s', async (path, text) => {
    const { use } = await opened(folderOf());
    const { text: read } = await use('read_file', { path });
    const version = /version ([\da-f]+)/.exec(read)?.[1] ?? null;
    const result = await use('write_file', { path, text, version });
    expect([result.failed, result.text]).toEqual([true, expect.stringMatching(/reaches files|leads out/)]);
  });
});
