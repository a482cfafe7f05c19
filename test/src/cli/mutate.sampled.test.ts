/** `engine test --mutate`: which mutants a small profile's cases detect, and the report. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { contract } from '../../../src/contract/index.ts';
import { isDeep } from '../../support/depth.ts';
import { folderWith } from '../service/server/fixture.ts';
import { type Ended, runHere } from './here.ts';

// Each mutant runs its cases through an engine, with SQLite in a separate process.
const profile = `profile: shop
title: A shop
contract: "1"
sources:
  shop: { sql: sqlite, connection: { file: nowhere.sqlite } }
endpoints:
  /credit/customer:
    query: |
      SELECT c.credit AS creditLimit, c.used AS creditUsed, 'EUR' AS currency
      FROM customer c
      WHERE c.no = :customerErpId AND c.blocked = 0 AND c.used >= 0
`;

// The service that the conformance run starts needs the connection test as well.
const small = {
  ...contract,
  endpoints: contract.endpoints.filter(({ path, answer }) => path === '/credit/customer' || answer.kind === 'service'),
};

let folder: string;
beforeEach(() => {
  folder = folderWith({ 'shop.yaml': profile });
  for (const name of ['fixture', 'cases']) mkdirSync(join(folder, name));
  writeFileSync(
    join(folder, 'fixture', 'schema.sql'),
    'CREATE TABLE customer (no TEXT, credit NUMERIC, used NUMERIC, blocked INTEGER);',
  );
  // K1 comes first: a query without its condition on the number answers K1's credit for K2, and the other way round.
  writeFileSync(
    join(folder, 'fixture', 'data.sql'),
    "INSERT INTO customer VALUES ('K1', 500, 12.35, 0), ('K2', 900, 33.3, 0), ('K3', 1, 1, 1);",
  );
  writeFileSync(
    join(folder, 'cases', 'credit.yaml'),
    `cases:
  - case: the credit of K2
    call: /credit/customer
    request: { customerErpId: K2 }
    response: { creditLimit: 900, creditUsed: 33.3, currency: EUR }
`,
  );
});

const runOn = (given: Partial<Parameters<typeof runHere>[1]>, ...args: readonly string[]): Promise<Ended> =>
  runHere(['test', '--mutate', './shop.yaml', ...args], {
    ...{ env: {}, cwd: folder, contract: small, onStop: () => undefined },
    ...given,
  });

const run = (...args: readonly string[]): Promise<Ended> => runOn({}, ...args);

/** Without the condition on the number, the query returns several rows: the engine rejects that. */
const survivors = [
  '/credit/customer: without the condition c.blocked = 0',
  '/credit/customer: without the condition c.used >= 0',
  '/credit/customer: >= made >',
  '/credit/customer: 0 made another number (2)',
];

/** A test of the deep run. */
const deepOnly = isDeep ? it : () => undefined;

describe('engine test --mutate', () => {
  it('lists what nothing detects, and counts the rest', async () => {
    const { status, out } = await run('--format', 'json');
    const report = JSON.parse(out);
    expect(
      report.results.filter(({ killed }: { killed: boolean }) => !killed).map(({ id }: { id: string }) => id),
    ).toEqual(survivors);
    expect(report.results.find(({ id }: { id: string }) => id.endsWith("'EUR' made another text"))).toMatchObject({
      killed: true,
    });
    expect(report.results.find(({ id }: { id: string }) => id.endsWith('0 made another number'))).toMatchObject({
      ...{ killed: true, stage: 'cases', by: 'the credit of K2', line: 11 },
    });
    expect(status).toBe(0);
  });

  deepOnly('shows reasons for survivors, and reasons that are out of date', async () => {
    writeFileSync(
      join(folder, 'survivors.yaml'),
      `survivors:
  - { mutant: "${survivors[2]}", reason: A debt of exactly 0 answers the same. }
  - { mutant: "/credit/customer: gone", reason: It is no longer possible. }
`,
    );
    const { out } = await run();
    expect(out).toContain(`  shop.yaml:11:58  ${survivors[0]}`.replace('11:58', '11:39'));
    expect(out).toContain(`${survivors[2]}\n      A debt of exactly 0 answers the same.\n`);
    expect(out).toContain('Reasons in survivors.yaml for mutants that do not survive:\n  /credit/customer: gone\n');
  });

  it('does not count equivalent mutants for the score', async () => {
    const lines = survivors.map((mutant) => `  - { mutant: "${mutant}", reason: It is the same., equivalent: true }\n`);
    writeFileSync(join(folder, 'survivors.yaml'), `survivors:\n${lines.slice(1).join('')}`);
    const only = ['--filter', 'c.used >= 0', '--mutate-threshold', '100'];
    const { status, out } = await run(...only);
    expect(out).toContain(`Equivalent to the profile:\n  shop.yaml:11:57  ${survivors[1]}\n      It is the same.\n`);
    expect(out).toContain('1 mutants, 0 detected (0 %), 100 % without 1 equivalent ones: ');
    expect(status).toBe(0);
    const { counts, results } = JSON.parse((await run(...only, '--format', 'json')).out);
    expect(counts).toMatchObject({ survived: 1, equivalent: 1, all: 1 });
    expect(results).toMatchObject([{ equivalent: true, reason: 'It is the same.' }]);
  });

  deepOnly('runs the cases of profiles that extend the mutated one', async () => {
    mkdirSync(join(folder, 'overlay', 'cases'), { recursive: true });
    writeFileSync(join(folder, 'overlay', 'more.yaml'), 'profile: more\nextends: ../shop.yaml\ntitle: More\n');
    writeFileSync(
      join(folder, 'overlay', 'cases', 'blocked.yaml'),
      'cases: [{ case: a blocked one, call: /credit/customer, request: { customerErpId: K3 }, error: { status: 422 } }]\n',
    );
    const blocked = ['--filter', 'c.blocked = 0', '--format', 'json'];
    const overlay = ['--with-overlay', './overlay/more.yaml'];
    const { out } = await run(...blocked, ...overlay);
    expect(JSON.parse(out).results).toMatchObject([{ killed: true, stage: 'cases', by: 'a blocked one' }]);
    const missing = await run(...blocked, '--with-overlay', './overlay/none.yaml');
    expect(missing).toMatchObject({ status: 1, out: '' });
    expect(missing.err).toContain('none.yaml');
  });

  it('fails where no case can run, with the reason', async () => {
    rmSync(join(folder, 'fixture'), { recursive: true });
    const { status, out, err } = await run();
    expect(err).toContain('No case of shop.yaml can run here: there are no files in');
    expect(err).toContain('Add fixture/schema.sql');
    expect([status, out]).toEqual([1, '']);
  });

  deepOnly(
    'tries the mutants of a profile without cases, and writes a case for each survivor that the fixture shows',
    async () => {
      rmSync(join(folder, 'cases'), { recursive: true });
      const { out, err } = await run('--format', 'json', '--write-cases', 'new.yaml');
      expect(err).toContain(
        'shop.yaml has no cases: mutants are detected by engine check and the conformance checks alone.',
      );
      const results: readonly { id: string; killed: boolean; needs?: string }[] = JSON.parse(out).results;
      expect(results.find(({ id }) => id === survivors[0])).toMatchObject({
        killed: false,
        needs: 'a row that only the condition c.blocked = 0 excludes: it meets all other conditions of the statement',
      });
      // No customer search gives these checks an id: they ask about unknown customers alone.
      expect(err).toContain('No cases are written: no row of the fixture shows a survivor.');
      rmSync(join(folder, 'fixture'), { recursive: true });
      const without = await run();
      expect(without.err).toContain('The conformance checks are not run: there are no files in');
      expect([without.status, without.out]).toEqual([1, '']);
    },
  );

  deepOnly('takes settings from --set where no case gives them', async () => {
    rmSync(join(folder, 'cases'), { recursive: true });
    const needing = profile
      .replace('sources:', 'settings: { blocked: { env: SHOP_BLOCKED, type: integer } }\nsources:')
      .replace('c.blocked = 0', 'c.blocked = :settings.blocked');
    writeFileSync(join(folder, 'shop.yaml'), needing);
    const only = ['--filter', 'c.used', '--sample', '1'];
    const { err } = await runOn({ env: { SHOP_BLOCKED: '0' } }, ...only);
    expect(err).toContain('no value is given for blocked');
    expect(err).toContain('--set name=value');
    expect((await run(...only, '--set', 'blocked=0')).out).toContain('1 mutants');
    expect((await run(...only, '--set', 'bloked=0')).err).toContain('has no settings bloked');
  });

  deepOnly('continues from the results of an earlier run, and ends in time', async () => {
    const kept = ['--resume', 'mutants.jsonl', '--format', 'json', '--filter', 'c.'];
    const first = JSON.parse((await run(...kept)).out);
    const lines = readFileSync(join(folder, 'mutants.jsonl'), 'utf8');
    expect(lines.split('\n')).toHaveLength(first.results.length + 1);
    // Each look at the clock is two minutes later.
    let ms = Date.now();
    const now = (): number => {
      ms += 120_000;
      return ms;
    };
    const again = await runOn({ now }, ...kept, '--minutes', '1');
    expect(JSON.parse(again.out)).toEqual(first);
    expect(readFileSync(join(folder, 'mutants.jsonl'), 'utf8')).toBe(lines);
    const late = await runOn({ now }, '--minutes', '1', '--filter', 'c.');
    expect(late.out).toContain('0 of ');
    expect(late.err).toContain(
      'changes were not tried in 1 minutes; those that were tried are the riskiest. Give --resume a file',
    );
  });

  it('fails below the threshold, and where the cases fail without a mutation', async () => {
    expect((await run('--filter', 'blocked', '--mutate-threshold', '50')).status).toBe(1);
    expect((await run('--filter', "'EUR'", '--mutate-threshold', '100')).status).toBe(0);
    writeFileSync(join(folder, 'fixture', 'data.sql'), "INSERT INTO customer VALUES ('K1', 500, 12.35, 0);");
    const { status, err } = await run();
    expect(err).toContain('Cases of shop.yaml fail without any mutation: cases/credit.yaml.');
    expect(status).toBe(1);
  });

  deepOnly('restricts the run to an endpoint, and refuses one without mutants', async () => {
    const { status, out } = await run('--only', '/credit/customer', '--filter', 'c.no =', '--format', 'json');
    expect(status).toBe(0);
    expect(JSON.parse(out).results.map(({ id }: { id: string }) => id)).toEqual([
      '/credit/customer: without the condition c.no = :customerErpId',
    ]);
    const sample = await run('--sample', '2', '--format', 'json');
    expect(JSON.parse(sample.out).results).toHaveLength(2);
    expect(await run('--only', '/pricing/resolve')).toMatchObject({ status: 2 });
    expect(await run('--filter', 'no such change')).toMatchObject({ status: 2 });
  });

  deepOnly('shows its progress at a terminal', async () => {
    const { err } = await runOn({ width: 200 }, '--filter', "'EUR'");
    expect(err).toContain("1 of 1 mutants, 0 survived: /credit/customer: 'EUR' made another text");
    expect((await run('--filter', "'EUR'")).err).toBe('');
  });

  it('shows its progress as lines where there is no terminal', async () => {
    let ms = 0;
    const clock = (): number => {
      ms += 30_000;
      return ms;
    };
    const { err } = await runOn({ clock }, '--filter', "'EUR'");
    expect(err.split('\n').slice(-2)).toEqual(['1 of 1 mutants, 0 survived', '']);
  });

  it('reports what it has found where it is stopped', async () => {
    let stop: () => void = () => undefined;
    let heard = '';
    const given = {
      width: 200,
      onStop: (listener: (reason: string) => void) => {
        stop = () => listener('SIGINT');
      },
      err: (text: string) => {
        heard += text;
        if (/\b2 of \d+ mutants/.test(text)) stop();
      },
    };
    const { status, out } = await runOn(given, '--jobs', '1', '--format', 'json');
    expect(status).toBe(1);
    expect(JSON.parse(out).results).toHaveLength(2);
    expect(heard).toContain('The run was stopped: these are its results so far.');
    const [, all] = /2 of (\d+) mutants/.exec(heard) ?? [];
    expect(Number(all)).toBeGreaterThan(2);
  });

  it('refuses reports that it does not have', async () => {
    expect(await run('--format', 'junit')).toMatchObject({ status: 2 });
  });
});
