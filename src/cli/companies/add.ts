/** `engine companies add` and `engine companies set`. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { type Command, Option } from 'commander';
import { parse } from 'yaml';
import { companyInput, companyPatch } from '../../service/companies/schema.ts';
import { keyVariables } from '../../service/config/settings.ts';
import type { Host } from '../../service/lifecycle/host.ts';
import type { End } from '../shared/store-verbs.ts';
import { UsageError } from '../shared/usage.ts';
import { checked } from './values.ts';
import { verb, withCompanies } from './with-companies.ts';

interface EntryFlags {
  readonly path?: string;
  readonly hostname?: string;
  readonly profile?: string;
  readonly envFile?: string;
  readonly file?: string;
  readonly suspended?: true;
}

function readTextFile(host: Host, file: string): string {
  try {
    return readFileSync(resolve(host.cwd, file), 'utf8');
  } catch {
    throw new UsageError(`the file ${file} cannot be read`);
  }
}

/** The members of a company that a file has, in YAML or JSON. */
function fileValue(host: Host, file: string | undefined): object {
  if (file === undefined) return {};
  try {
    const value: unknown = parse(readTextFile(host, file));
    if (typeof value === 'object' && value !== null) return value;
  } catch (error) {
    if (error instanceof UsageError) throw error;
  }
  throw new UsageError(`the file ${file} is not YAML or JSON with the members of a company`);
}

/** Variables of a file in the form of `.env`. API keys in it become keys of the company. */
function environmentOf(host: Host, file: string | undefined) {
  if (file === undefined) return {};
  const values = Object.entries(parseEnv(readTextFile(host, file)));
  const keyNames: readonly string[] = keyVariables.map(({ env }) => env);
  const keys = keyVariables.flatMap(({ env, app }) => {
    const key = values.find(([name]) => name === env)?.[1];
    return key === undefined ? [] : [{ name: env, app, key }];
  });
  const variables = Object.fromEntries(values.filter(([name]) => !keyNames.includes(name)));
  return { variables, ...(keys.length === 0 ? {} : { keys }) };
}

/** What file and flags say, without the name. Flags take precedence. */
function given(host: Host, flags: EntryFlags) {
  const { path, hostname, profile, envFile, file, suspended } = flags;
  const { entry, ...others }: { readonly entry?: object } = fileValue(host, file);
  const named = Object.entries({ path, hostname, profile }).filter(([, value]) => value !== undefined);
  const { keys, ...environment }: { readonly keys?: object; readonly variables?: object } = environmentOf(
    host,
    envFile,
  );
  const merged = { ...entry, ...Object.fromEntries(named) };
  return {
    keys,
    value: {
      ...others,
      ...(Object.keys(merged).length === 0 ? {} : { entry: merged }),
      ...environment,
      ...(suspended === true ? { state: 'suspended' } : {}),
    },
  };
}

function entryFlags(command: Command): Command {
  return command
    .argument('<name>', 'name of the company')
    .addOption(new Option('--path <path>', 'prefix of its paths, such as /nord'))
    .addOption(new Option('--hostname <name>', 'its host name, in place of a path'))
    .addOption(
      new Option('--profile <profile>', 'name of a shipped profile, or a path inside the folder of engine.yaml'),
    )
    .addOption(new Option('--env-file <file>', 'file with its environment variables, which are stored encrypted'))
    .addOption(
      new Option('--file <file>', 'YAML or JSON file with the members of the API: entry, variables, keys, state'),
    );
}

/** `engine companies add`: without keys in a file, one is generated and shown once. */
export function addAdd(companies: Command, host: Host, end: End): void {
  const command = entryFlags(
    verb(companies, {
      name: 'add',
      description: 'add a company',
      examples: ['nord --path /nord --profile ./acme.yaml --env-file nord.env', 'nord --file nord.yaml'],
    }),
  ).addOption(new Option('--suspended', 'add it, and serve it only when it is resumed'));
  command.action(async (name: string) => {
    const { keys, value } = given(host, command.opts<EntryFlags>());
    const input = checked(companyInput, { entry: {}, ...(keys === undefined ? {} : { keys }), ...value, name });
    await withCompanies(host, command, end, async ({ changes, actor, conclude }) =>
      conclude(await changes.add(input, actor)),
    );
  });
}

/** `engine companies set`: members that are not given stay as they are. */
export function addSet(companies: Command, host: Host, end: End): void {
  const command = entryFlags(
    verb(companies, {
      name: 'set',
      description: 'change members and variables of a company; the others stay',
      examples: ['nord --profile ./acme-2.yaml', 'nord --env-file changed.env'],
    }),
  );
  command.action(async (name: string) => {
    const { keys, value } = given(host, command.opts<EntryFlags>());
    if (keys !== undefined) throw new UsageError('keys are changed by rotate-key, not by set');
    const patch = checked(companyPatch, value);
    await withCompanies(host, command, end, async ({ changes, actor, conclude }) =>
      conclude(await changes.change(name, undefined, patch, actor), name),
    );
  });
}
