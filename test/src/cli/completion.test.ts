/** `engine completion`: the script is sourced by a real bash, and asked as a press of Tab asks it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { folderWith } from '../service/server/fixture.ts';
import { root, runHere } from './here.ts';

const hasBash = spawnSync('bash', ['--version']).status === 0;

let folder: string;
async function script(shell: string): Promise<string> {
  const { status, out, err } = await runHere(['completion', shell], { env: {}, cwd: root });
  expect({ status, err }).toEqual({ status: 0, err: '' });
  return out;
}
beforeAll(async () => {
  folder = folderWith({ 'acme.yaml': '', 'a b.yaml': '' });
  writeFileSync(join(folder, 'engine.bash'), await script('bash'));
});

/** What is offered for the last of the words. */
function offered(...words: readonly string[]): readonly string[] {
  const program = `source ./engine.bash
    COMP_WORDS=(engine "$@"); COMP_CWORD=$#
    _engine
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync('bash', ['--norc', '-euo', 'pipefail', '-c', program, 'bash', ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  return out.split('\n').filter((line) => line !== '');
}

describe.skipIf(!hasBash)(
  `completion in bash${hasBash ? '' : ' (there is none on this machine: install bash)'}`,
  () => {
    it.for<[readonly string[], readonly string[]]>([
      [['ex'], ['explain']],
      [['comp'], ['completion']],
      [
        ['run', '/sales'],
        ['/sales-orders/list', '/sales-orders/usage'],
      ],
      [['run', '/debtors/list', '--re'], ['--rehearse']],
      [
        ['run', '--format', ''],
        ['text', 'json'],
      ],
      [['check', '--format', 's'], ['sarif']],
      [['run', '/debtors/list', '--profile', 'de'], ['demo']],
      [
        ['run', '/debtors/list', '--profile', 'a'],
        ['a b.yaml', 'acme.yaml'],
      ],
      [
        ['writes', 're'],
        ['release', 'resolve'],
      ],
      [['writes', 'list', '--endpoint', '/sale-'], ['/sale-draft']],
      [
        ['completion', ''],
        ['bash', 'zsh', 'fish'],
      ],
      [['--conf'], ['--config']],
      [['test', 'demo', '--fil'], ['--filter']],
      [
        ['explain', 'REQ61'],
        ['REQ610', 'REQ611', 'REQ612', 'REQ613', 'REQ614'],
      ],
      [
        ['lineage', '/invoices/list.lines.'],
        ['description', 'quantity', 'unitPrice', 'amount'].map((name) => `/invoices/list.lines.${name}`),
      ],
      [['lineage', '/debtors/list.em'], ['/debtors/list.email']],
      [
        ['run', '/catalog/customers/addresses', '--set', ''],
        ['customerId=', 'kind='],
      ],
      [['run', '/credit/customer', '--set', 'cust'], ['customerErpId=']],
      [
        ['test', '--conformance', 'demo', '--set', ''],
        ['database=', 'draft_customer=', 'bank_account='],
      ],
      // The settings of this profile are those of the profile that it extends.
      [['test', 'odoo-json-rpc', '--conformance', '--set', 'bank'], ['bank_journal=']],
      [['test', './acme.yaml', '--conformance', '--set', ''], []],
    ])('offers for %j', ([words, expected]) => {
      expect([...offered(...words)].sort()).toEqual([...expected].sort());
    });
  },
);

describe('the other scripts', () => {
  it('know verbs, flags and endpoints', async () => {
    const fish = await script('fish');
    expect(fish).toContain("complete -c engine -n '__fish_use_subcommand' -a run -d ");
    expect(fish).toMatch(/__fish_seen_subcommand_from run' -l rehearse -d /);
    expect(fish).toMatch(/__fish_seen_subcommand_from run' -a '.*\/sale-draft/);
    expect(fish).toContain(
      "-n '__fish_seen_subcommand_from demo' -l set -x -a 'database= draft_customer= bank_account='",
    );
    expect(await script('zsh')).toContain('bashcompinit');
  });

  it('refuses a shell that it does not know', async () => {
    expect((await runHere(['completion', 'cmd'], { env: {}, cwd: root })).status).toBe(2);
  });
});
