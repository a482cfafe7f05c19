/** A claims table of an older version is detected at the start, with the statements that bring it up to date. */

import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkDatabases } from '../../../../engine/tools/check/check-databases.ts';
import { contract } from '../../../../src/contract/index.ts';
import { type DemoProfile, demoProfile, dialects } from '../../../support/demo.ts';
import { openDemo, writePaths } from '../../../support/demo-engine.ts';
import { draft, idOf } from './documents.ts';

const endpoints = contract.endpoints.filter(({ path }) => writePaths.some((writePath) => writePath === path));

describe.each(dialects)('a table of claims on %s', (dialect) => {
  let profile: DemoProfile;
  beforeEach(async () => {
    profile = await demoProfile({ dialect });
  });
  afterEach(() => profile.drop());

  const open = () => openDemo(profile.writesFile, { only: writePaths });
  const refusal = async (): Promise<string> => {
    const opened = await open().catch((error: unknown) => error);
    if (!(opened instanceof Error)) throw new Error('It started.');
    return opened.message;
  };

  it('without the columns for installations and releases is reported, also by a check, and works after they are added', async () => {
    const request = draft('PO-1');
    const first = await open();
    const written = await first.call(request.path, request.body);
    await first.close();
    for (const column of ['installation', 'free_since', 'released'])
      await profile.run(`alter table engine_claims drop column ${column}`);

    const said = await refusal();
    expect(said).toContain('error[CFG511]');
    expect(said).toContain('engine_claims, which makes writes happen once, lacks installation, free_since, released');
    const checked = await checkDatabases({
      text: readFileSync(profile.writesFile, 'utf8'),
      file: 'demo',
      folder: dirname(profile.writesFile),
      contract: { ...contract, endpoints },
      environment: {},
      now: Date.now,
    });
    const errors = checked.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code }) => code)).toEqual(['CFG511']);

    const cure = /Run: (.*)/.exec(errors[0]?.hint ?? '')?.[1] ?? '';
    for (const sql of cure.split(/(?<=;)\s*/)) await profile.run(sql);
    const second = await open();
    expect(await second.call(request.path, request.body)).toEqual(written);
    const other = draft('PO-2');
    const outcome = await second.call(other.path, other.body);
    expect(outcome.ok && idOf(other, outcome.json)).toEqual(expect.any(String));
    await second.close();
  });

  it('with the structure of another program is refused, and not changed', async () => {
    await profile.run('create table engine_claims (id integer, endpoint char(10))');
    const said = await refusal();
    expect(said).toMatch(/lacks installation, natural_key, payload, .*: the engine has not made it/);
    expect(said).toContain('Name another one, which need not exist');
  });
});
