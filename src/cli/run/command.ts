/** `engine run`: one call through a profile, without a server, with all that happens on its way. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import { concealer, type Endpoint, readBases, secretsOf } from '../../../engine/index.ts';
import { readText } from '../../config/environment.ts';
import { loadConfig } from '../../config/load.ts';
import { locateBase } from '../../config/locate-base.ts';
import { refusalOf } from '../../server/refusal.ts';
import type { ExitStatus, Host } from '../../service/host.ts';
import { showDiagnostics } from '../../service/show-diagnostics.ts';
import { shown } from '../../testing/statement-lines.ts';
import { addSettingFlags, givenFlags } from '../shared/flags.ts';
import { whileWaiting } from '../shared/progress.ts';
import { UsageError } from '../shared/usage.ts';
import { explainCall } from './explain.ts';
import { recordJson } from './json.ts';
import type { RunRecord } from './record.ts';
import { rehearsalBlocks } from './rehearsal-text.ts';
import { endpointOf, requestOf } from './request.ts';
import { type Call, runOnce } from './session.ts';
import { type Look, stepBlocks, time } from './steps.ts';

interface RunFlags {
  readonly set?: readonly string[];
  readonly body?: string;
  readonly explain?: true;
  readonly fact?: readonly string[];
  readonly rehearse?: true;
  readonly compare?: readonly string[];
  readonly procedures?: true;
  readonly rows: number;
  readonly format: 'text' | 'json';
}

/** Characters of a line where there is no terminal. */
const lineWidth = 160;

const examples = `
Examples:
  engine run /catalog/customers/search --profile acme.yaml --set query=miller --set limit=3
  engine run /invoices/list --profile acme.yaml --body request.json | jq .invoices
  engine run /sale-draft --profile acme.yaml --body draft.json --explain
  engine run /sale-draft --profile acme.yaml --body draft.json --rehearse

The answer goes to stdout; the request, what was sent, the rows that came and what became of them go to stderr, so that a pipe gets the
answer alone. --format json writes all of it to stdout, as one document.

With --explain nothing is run, and no connection is made: what would be sent goes to stdout, with the values that the request alone tells.
Where that depends on facts of the profile, --fact says what they are.

Values of --set are read as the contract says: a text as it stands, numbers, true and lists in JSON.

An endpoint that writes is only rehearsed. In a database the whole write runs in one transaction, which is rolled back after the rows of
the tables that its statements name were compared; meanwhile it holds the locks that the write would. Over HTTP the document is looked up
and prepared for, and the first request that would change the ERP is shown and not sent. Not taken back are numbers that the database has
given out, and what a trigger does outside of it. To really write, send the request to the service, which knows what it has sent.

Exit status: 0 when there is an answer, or a rehearsal came to its end; 1 when the call fails; 2 for wrong usage.
`;

const positive = (text: string): number => {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
};

const collected = (value: string, before: readonly string[] | undefined): readonly string[] => [
  ...(before ?? []),
  value,
];

function tableName(value: string, before: readonly string[] | undefined): readonly string[] {
  if (!/^[\p{L}_][\p{L}\p{N}_$]*(\.[\p{L}_][\p{L}\p{N}_$]*)?$/u.test(value))
    throw new InvalidArgumentError('It must be the name of a table: orders, or sales.orders.');
  return collected(value, before);
}

export function addRun(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const command = program
    .command('run')
    .argument('<endpoint>', 'such as /invoices/list')
    .description('run one call through a profile, and show what happens on its way')
    .addOption(new Option('--set <field=value...>', 'a field of the request').argParser(collected))
    .addOption(new Option('--body <file>', 'the request, in JSON'))
    .addOption(new Option('--explain', 'show what would be sent, and send nothing').conflicts('rehearse'))
    .addOption(new Option('--fact <name=truth...>', 'with --explain: a fact of the profile').argParser(collected))
    .addOption(new Option('--rehearse', 'run a write, show what it changes, and take it back'))
    .addOption(new Option('--compare <table...>', 'with --rehearse: compare this table, too').argParser(tableName))
    .addOption(
      new Option('--procedures', 'with --rehearse: call procedures also where they could commit by themselves'),
    )
    .addOption(new Option('--rows <number>', 'rows that are shown of each step').argParser(positive).default(5))
    .addOption(new Option('--format <format>', 'how it is shown').choices(['text', 'json']).default('text'))
    .addHelpText('after', examples);
  addSettingFlags(command, (setting) => ['profile', 'installation'].includes(setting)).action(async (path: string) => {
    const flags = command.opts<RunFlags>();
    const endpoint = endpointOf(host, path);
    const body = requestOf(host, endpoint, flags.set ?? [], flags.body);
    const rehearsal = rehearsalOf(endpoint, flags);
    end(await runCall(host, { endpoint, body, rehearsal }, flags, givenFlags(command)));
  });
}

/** Throws `UsageError` where a write would not be rehearsed. */
function rehearsalOf(
  { path, answer }: Endpoint,
  { explain, rehearse, compare = [], procedures }: RunFlags,
): Call['rehearsal'] {
  const isWrite = answer.kind === 'write';
  if (isWrite && rehearse !== true && explain !== true)
    throw new UsageError(
      `${path} writes into the ERP: --rehearse runs it and takes it back, --explain shows what it would send, engine test proves it over a fixture`,
    );
  return isWrite ? { compare, procedures: procedures === true } : undefined;
}

async function runCall(
  host: Host,
  asked: Pick<Call, 'endpoint' | 'body' | 'rehearsal'>,
  { rows, format, explain, fact = [] }: RunFlags,
  given: ReturnType<typeof givenFlags>,
): Promise<ExitStatus> {
  const { env, cwd, packageRoot, now } = host;
  const flags = { profile: given.profile, installation: given.installation };
  const config = loadConfig({ flags, configFile: given.config, env, cwd, packageRoot, now: now(), needsKey: false });
  const { profileFile } = config;
  if (profileFile === undefined) {
    showDiagnostics(host, config.diagnostics, config.sources);
    return 1;
  }
  if (explain === true) return explainCall(host, { ...asked, profileFile, config }, fact, format);
  const ran = await whileWaiting(host, `Calling ${asked.endpoint.path}`, () =>
    runOnce(host, { ...asked, profileFile, config }),
  );
  if (!ran.ok) {
    showDiagnostics(host, ran.diagnostics, ran.sources);
    return 1;
  }
  const { record } = ran;
  // An ERP may repeat what it was given to let the engine in.
  const text = readText(profileFile) ?? '';
  const bases = await readBases(text, profileFile, profileFile, locateBase(host));
  const secrets = secretsOf(text, config.environment, bases);
  const conceal = concealer(() => secrets.map((secret) => secret.reveal()));
  const quiet: Host = { ...host, err: (text) => host.err(conceal(text)) };
  if (format === 'json') host.out(recordJson(record, conceal));
  else showRecord(quiet, record, { rows, width: host.width ?? lineWidth });
  return record.outcome.ok || record.stopped !== undefined ? 0 : 1;
}

function showRecord(host: Host, record: RunRecord, look: Look): void {
  const { path, body, steps, told, outcome, ms, stopped } = record;
  const blocks = [[`POST ${path} ${shown(body)}`], ...stepBlocks(steps, look), ...rehearsalBlocks(record, look)];
  for (const lines of blocks) host.err(`${lines.join('\n')}\n\n`);
  for (const line of told) host.err(`${line}\n`);
  if (outcome.ok) {
    host.err(`200 in ${time(ms)}\n`);
    host.out(`${outcome.json}\n`);
    return;
  }
  if (stopped !== undefined) {
    host.err(`Stopped after ${time(ms)}: what the ERP would answer is not known.\n`);
    return;
  }
  const { status, message, fields = [] } = refusalOf(outcome.problem);
  host.err(`${status} in ${time(ms)}: ${message}\n`);
  for (const { field, message: why } of fields) host.err(`  ${field} ${why}\n`);
}
