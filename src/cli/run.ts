/** `engine run`: one call through a profile, without a server, with all that it sends on its way. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Command, Option } from 'commander';

import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { type Endpoint, type Outcome, openEngine, parseBody, type RanStatement } from '../../engine/index.ts';
import { readText } from '../config/environment.ts';
import { type LoadedConfig, loadConfig } from '../config/load.ts';
import { refusalOf } from '../server/refusal.ts';
import { openStore } from '../state/store.ts';
import { shown, statementLines } from '../testing/statement-lines.ts';
import { addSettingFlags, givenFlags } from './flags.ts';
import type { ExitStatus, Host } from './host.ts';
import { nearName } from './near-name.ts';
import { readField } from './read-field.ts';
import { showDiagnostics } from './show-diagnostics.ts';
import { refuseEndpoint, UsageError } from './usage.ts';

interface RunFlags {
  readonly set?: readonly string[];
  readonly body?: string;
}

/** Milliseconds that the call may take. */
const patience = 60_000;

const examples = `
Examples:
  engine run /catalog/customers/search --profile acme.yaml --set query=miller --set limit=3
  engine run /invoices/list --profile acme.yaml --body request.json

Values of --set are read as the contract says: a text as it stands, numbers, true and lists in JSON. Endpoints that write are not
run: \`engine test\` proves them over a fixture.

Exit status: 0 when there is an answer, 1 when the call fails, 2 for wrong usage.
`;

export function addRun(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const command = program
    .command('run')
    .argument('<endpoint>', 'such as /invoices/list')
    .description('run one call through a profile, and show what it sends')
    .addOption(new Option('--set <field=value...>', 'a field of the request').argParser(collected))
    .addOption(new Option('--body <file>', 'the request, in JSON'))
    .addHelpText('after', examples);
  addSettingFlags(command, (setting) => ['profile', 'installation'].includes(setting)).action(async (path: string) => {
    const { set: fields = [], body, ...flags } = command.opts<RunFlags & Record<string, string | undefined>>();
    const endpoint = readable(host, path);
    end(await runOne(host, endpoint, requestOf(host, endpoint, fields, body), givenFlags(command), flags.config));
  });
}

function collected(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

/** The endpoint of a path. Throws `UsageError` where there is none, or it writes. */
function readable(host: Host, path: string): Endpoint {
  const { endpoints } = host.contract;
  const endpoint = endpoints.find((one) => one.path === path) ?? refuseEndpoint(path, endpoints);
  const { kind } = endpoint.answer;
  if (kind === 'write')
    throw new UsageError(`${path} writes into the ERP; a case proves it over a fixture: engine test`);
  if (kind === 'service') throw new UsageError(`${path} is answered by the service itself`);
  return endpoint;
}

/** The body of the request: the file's, then the fields. */
function requestOf(host: Host, endpoint: Endpoint, fields: readonly string[], file: string | undefined): object {
  const text = file === undefined ? '{}' : readText(join(host.cwd, file));
  if (text === undefined) throw new UsageError(`the file ${file} cannot be read`);
  const parsed = parseBody(text);
  const isObject = parsed.ok && typeof parsed.body === 'object' && parsed.body !== null && !Array.isArray(parsed.body);
  if (!isObject) throw new UsageError(`the file ${file} holds no JSON object`);
  return Object.assign(
    { schemaVersion: host.contract.version },
    parsed.body,
    Object.fromEntries(fields.map((field) => readField(endpoint, field))),
  );
}

async function runOne(
  host: Host,
  endpoint: Endpoint,
  request: object,
  given: Readonly<Record<string, string | undefined>>,
  configFile: string | undefined,
): Promise<ExitStatus> {
  const { env, cwd, packageRoot, now } = host;
  const flags = { profile: given.profile, installation: given.installation };
  const config = loadConfig({ flags, configFile, env, cwd, packageRoot, now: now(), needsKey: false });
  if (config.profileFile === undefined) {
    showDiagnostics(host, config.diagnostics, config.sources);
    return 1;
  }
  const folder = mkdtempSync(join(tmpdir(), 'engine-run-'));
  // Nothing of this is for the service: its pages and counters are its own.
  const address = { kind: 'file', file: join(folder, 'store.sqlite') } as const;
  const opened = await openStore({ address, emit: () => undefined, now });
  try {
    if (!opened.ok) throw new Error(opened.diagnostic.message);
    return await runWith(host, endpoint, request, config, config.profileFile, opened.store);
  } finally {
    if (opened.ok) await opened.store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runWith(
  host: Host,
  endpoint: Endpoint,
  request: object,
  { environment, settings }: LoadedConfig,
  profileFile: string,
  { bookmarks, versions }: Extract<Awaited<ReturnType<typeof openStore>>, { ok: true }>['store'],
): Promise<ExitStatus> {
  const { contract, cwd, now } = host;
  const { installation, demoSku } = settings;
  const profileName = nearName(cwd, profileFile);
  const statements: RanStatement[] = [];
  const told: string[] = [];
  const opened = await openEngine({
    contract,
    profileFile,
    profileName,
    environment,
    installation,
    demoSku,
    bookmarks,
    versions,
    now,
    emit: ({ level, message }) => void (level === 'info' ? undefined : told.push(`${level}: ${String(message)}`)),
    trial: {
      connections: new Map(),
      observe: (ran) => void statements.push(ran),
      documentTime: now,
      clock: () => performance.now(),
      tables: 'left',
    },
  });
  const refuse = (diagnostics: readonly Diagnostic[]): ExitStatus => {
    showDiagnostics(host, diagnostics, opened.sources);
    return 1;
  };
  if (!opened.ok) return refuse(opened.diagnostics);
  const { engine } = opened;
  try {
    const diagnostics = (await engine.start()).filter(({ severity }) => severity === 'error');
    if (diagnostics.length > 0) return refuse(diagnostics);
    statements.length = 0;
    const started = performance.now();
    const outcome = await engine.call(endpoint.path, request, { requestId: 'run', deadline: now() + patience });
    const ms = performance.now() - started;
    host.err(`POST ${endpoint.path} ${shown(request)}\n\n`);
    for (const ran of statements) host.err(`${statementLines(ran).join('\n')}\n\n`);
    for (const line of told) host.err(`${line}\n`);
    return conclude(host, outcome, ms);
  } finally {
    await engine.close();
  }
}

/** The answer goes to stdout, all else to stderr, so that a pipe gets the answer alone. */
function conclude(host: Host, outcome: Outcome, ms: number): ExitStatus {
  if (outcome.ok) {
    host.err(`200 in ${ms.toFixed(1)} ms\n`);
    host.out(`${outcome.json}\n`);
    return 0;
  }
  const { status, message, fields = [] } = refusalOf(outcome.problem);
  host.err(`${status} in ${ms.toFixed(1)} ms: ${message}\n`);
  for (const { field, message: why } of fields) host.err(`  ${field} ${why}\n`);
  return 1;
}
