/** Every command in the documents exists: the program accepts its verb, arguments and flags, and npm knows its script. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/verbs.ts';
import { contract } from '../../src/contract/index.ts';
import { companyInput } from '../../src/service/companies/schema.ts';
import { configVariable, keyVariables, settingTable } from '../../src/service/config/settings.ts';
import { testHost } from '../src/service/state/host.ts';
import { blocksIn, root } from './blocks.ts';

const folder = mkdtempSync(join(tmpdir(), 'engine-commands-'));
beforeAll(() => {
  // What a command reads from.
  for (const name of ['token', 'refresh-token.txt', 'cert.pem', 'key.pem']) writeFileSync(join(folder, name), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The commands of a block as bash reads them, none of them run: name, words, and the variables that are set for it alone. */
function commandsOf(text: string): readonly (readonly string[])[] {
  // One write for each command: those of a pipe run at the same time.
  const stubs = ['npx', 'npm', 'curl', 'engine', 'jq', 'cd', 'export', 'source', 'grep'].map(
    (name) => `${name}() { local words; printf -v words '%s\\x1f' ${name} "$@"; printf '%s\\x1e' "$words" >&3; }`,
  );
  const script = [...stubs, 'command_not_found_handle() { echo "no stub for $1" >&2; exit 9; }', text].join('\n');
  const { status, output } = spawnSync('/bin/bash', ['-e', '-c', script], {
    cwd: folder,
    env: { PATH: '', HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: 100_000,
  });
  expect([status, output[2]]).toEqual([0, '']);
  return (output[3] ?? '')
    .split('\x1e')
    .filter((command) => command !== '')
    .map((command) => command.split('\x1f').slice(0, -1));
}

/** The program with verbs that do nothing. */
function idle(): Command {
  const program = createProgram(testHost(folder), () => undefined);
  const still = (command: Command): void => {
    if (command.commands.length === 0 || command === program) command.action(() => undefined);
    command.commands.forEach(still);
  };
  still(program);
  return program;
}

const manifest: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);

/** Parses the words of `engine ...`; throws what the program would say. */
async function parsed(words: readonly string[]): Promise<void> {
  const program = idle();
  await program.parseAsync([...words], { from: 'user' }).catch((error: unknown) => {
    // `--help` and `--version` end by an error that is none.
    if (!(error instanceof Error && Reflect.get(error, 'exitCode') === 0)) throw error;
  });
  // The verb that stands for none takes any word, to say which one was meant.
  const [verb] = words;
  const verbs = program.commands.map((command) => command.name());
  if (verb !== undefined && !verb.startsWith('-')) expect(verbs).toContain(verb);
}

/** Paths of tests exist. */
function checkTestPaths(words: readonly string[]): void {
  const paths = words.filter((word) => word.startsWith('test/'));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
}

function checkCurl(words: readonly string[]): void {
  const url = words.find((word) => /^https?:/.test(word)) ?? '';
  if (new URL(url).pathname === '/companies') {
    expect(companyInput.safeParse(JSON.parse(words[words.indexOf('-d') + 1] ?? '')).error).toBeUndefined();
    return;
  }
  expect(['/health', '/metrics', ...contract.endpoints.map(({ path }) => path)]).toContain(new URL(url).pathname);
  const body = words[words.indexOf('-d') + 1];
  if (words.includes('-d')) expect(JSON.parse(body ?? '')).toMatchObject({ schemaVersion: '1' });
}

/** Those of the tutorial are run (tutorial.test.ts), but for what is only shown. */
const shown = blocksIn('sh').filter(([, { file, mark }]) => !file.startsWith('docs/tutorial/') || mark === 'shown');

it.each(shown)('%s', async (_place, { text }) => {
  for (const [name, ...words] of commandsOf(text)) {
    if (name === 'npx' && words[0] === 'vitest') checkTestPaths(words.slice(1));
    else if (name === 'npx') {
      expect(words[0]).toBe('engine');
      await parsed(words.slice(1));
    } else if (name === 'engine') await parsed(words);
    else if (name === 'npm' && words[0] === 'run') expect(Object.keys(manifest.scripts)).toContain(words[1]);
    else if (name === 'npm') expect(['ci', 'start', 'test']).toContain(words[0]);
    else if (name === 'curl') checkCurl(words);
  }
});

/** The words of a command as PowerShell reads them, without pipes and redirections. */
function powershellWords(command: string): readonly string[] {
  const [firstCommand = ''] = command.split(/ (?:\||2>)/);
  return (firstCommand.match(/'[^']*'|"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^(['"])(.*)\1$/, '$2'));
}

it.each(blocksIn('powershell'))('%s', async (_place, { text }) => {
  for (const line of text.trimEnd().split('\n')) {
    const [name, ...words] = powershellWords(line);
    if (name === 'npx') {
      expect(words[0]).toBe('engine');
      await parsed(words.slice(1));
    } else if (name === 'npm') expect(['ci', 'start', 'test']).toContain(words[0]);
    else if (name === 'Copy-Item') {
      const files = words.slice(0, -1).map((word) => word.replace(/,$/, ''));
      expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
    } else expect(name).toMatch(/^(\$[\w:]+|New-Item|Invoke-RestMethod)$/);
    for (const [url] of line.matchAll(/https?:[^'\s]+/g)) checkCurl([url]);
    const [, body] = /^\$\w+ = '(\{.*\})'$/.exec(line) ?? [];
    if (body !== undefined) expect(JSON.parse(body)).toMatchObject({ schemaVersion: '1' });
  }
});

it.each([...blocksIn('sh'), ...blocksIn('powershell')])('%s names variables that there are', (_place, { text }) => {
  const named = text.match(/\bENGINE_[A-Z_]+/g) ?? [];
  const variables = [...Object.values(settingTable), ...keyVariables].map(({ env }) => env);
  const variableNames: readonly string[] = [...variables, configVariable];
  expect(named.map((name) => name.replace(/_FILE$/, '')).filter((name) => !variableNames.includes(name))).toEqual([]);
});
