/** `engine run`: runs one call through a profile without a server, and shows its steps. */
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Endpoint } from '../../../engine/index.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { loadProfile } from '../../service/lifecycle/load-profile.ts';
import type { RunRecord } from '../../service/lifecycle/recorder.ts';
import { type Call, runOnce } from '../../service/lifecycle/run-once.ts';
import { secretConcealer } from '../../service/lifecycle/secret-concealer.ts';
import { showDiagnostics } from '../../service/lifecycle/show-diagnostics.ts';
import { refusalOf } from '../../service/server/refusal.ts';
import { shown } from '../../workbench/testing/statement-lines.ts';
import { addSettingFlags, givenFlags, serviceFlag } from '../shared/flags.ts';
import { whileWaiting } from '../shared/progress.ts';
import { UsageError } from '../shared/usage.ts';
import { explainCall } from './explain.ts';
import { recordJson } from './json.ts';
import { rehearsalBlocks } from './rehearsal-text.ts';
import { endpointOf, requestOf } from './request.ts';
import { stepBlocks, type TextLimits, time } from './steps.ts';

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

/** Characters of a line without a terminal. */
const defaultWidth = 160;

const examples = `
Examples:
  engine run /catalog/customers/search --profile acme.yaml --set query=miller --set limit=3
  engine run /invoices/list --profile acme.yaml --body request.json | jq .invoices
  engine run /sale-draft --profile acme.yaml --body draft.json --explain
  engine run /sale-draft --profile acme.yaml --body draft.json --rehearse

The answer is written to stdout; the request, the statements, the rows and their transformation are written to stderr, so that a pipe gets the
answer only. --format json writes everything to stdout, as one document.

--explain runs nothing and opens no connection. It writes what would be sent to stdout, with the values that depend on the request only.
If that depends on facts of the profile, --fact sets them.

Values of --set are parsed by the type in the contract: texts literally; numbers, booleans and lists as JSON.

An endpoint that writes can only be rehearsed. In a database, the whole write runs in one transaction, which is rolled back after the rows of
the tables in its statements have been compared; until then it holds the same locks as the write. Over HTTP, the lookup and the
preparation run, and the first request that would change the ERP is shown instead of sent. A rollback does not undo numbers that the database
has assigned, nor effects of triggers outside of the database. For a real write, send the request to the service: it records what it has sent.

Exit status: 0 for an answer or a complete rehearsal; 1 if the call fails; 2 for wrong usage.
`;

const rowCount = (text: string): number => {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
};

const append = (value: string, before: readonly string[] | undefined): readonly string[] => [...(before ?? []), value];

function appendTable(value: string, before: readonly string[] | undefined): readonly string[] {
  if (!/^[\p{L}_][\p{L}\p{N}_$]*(\.[\p{L}_][\p{L}\p{N}_$]*)?$/u.test(value))
    throw new InvalidArgumentError('It must be the name of a table: orders, or sales.orders.');
  return append(value, before);
}

/** `engine run`: ends with 0 where the call is answered, or its request is shown instead of sent. */
export function addRun(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const command = program
    .command('run')
    .argument('<endpoint>', 'endpoint to call, such as /invoices/list')
    .description('run one call through a profile, and show its steps')
    .addOption(new Option('--set <field=value...>', 'a field of the request').argParser(append))
    .addOption(new Option('--body <file>', 'file with the request, in JSON'))
    .addOption(new Option('--explain', 'show what would be sent, and send nothing').conflicts('rehearse'))
    .addOption(new Option('--fact <name=boolean...>', 'with --explain: the value of a fact').argParser(append))
    .addOption(new Option('--rehearse', 'run a write, show its changes, and roll it back'))
    .addOption(new Option('--compare <table...>', 'with --rehearse: also compare this table').argParser(appendTable))
    .addOption(new Option('--procedures', 'with --rehearse: also call procedures that might commit'))
    .addOption(new Option('--rows <number>', 'rows to show of each step').argParser(rowCount).default(5))
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'json']).default('text'))
    .addOption(serviceFlag())
    .addHelpText('after', examples);
  addSettingFlags(command, (setting) => ['profile', 'installation', 'store'].includes(setting)).action(
    async (path: string) => {
      const flags = command.opts<RunFlags>();
      const endpoint = endpointOf(host, path);
      const body = requestOf(host, endpoint, flags.set ?? [], flags.body);
      const rehearsal = rehearsalOf(endpoint, flags);
      end(await runCall(host, { endpoint, body, rehearsal }, flags, givenFlags(command)));
    },
  );
}

/** How a write is rehearsed; undefined for a read. Throws `UsageError` if a write is neither rehearsed nor explained. */
function rehearsalOf(
  { path, answer }: Endpoint,
  { explain, rehearse, compare = [], procedures }: RunFlags,
): Call['rehearsal'] {
  const isWrite = answer.kind === 'write';
  if (isWrite && rehearse !== true && explain !== true)
    throw new UsageError(
      `${path} writes into the ERP: --rehearse runs it and rolls it back, --explain shows what it would send, engine test runs it over a fixture`,
    );
  return isWrite ? { compare, procedures: procedures === true } : undefined;
}

async function runCall(
  host: Host,
  request: Pick<Call, 'endpoint' | 'body' | 'rehearsal'>,
  { rows, format, explain, fact = [] }: RunFlags,
  { profile: profileFlag, installation, store, config: configFlag, service }: ReturnType<typeof givenFlags>,
): Promise<ExitStatus> {
  const loaded = loadProfile(host, { profile: profileFlag, installation, store, config: configFlag, service });
  if (!loaded.ok) {
    showDiagnostics(host, loaded.diagnostics, loaded.sources);
    return 1;
  }
  const { config, profile } = loaded;
  if (explain === true) return explainCall(host, { ...request, profile }, fact, format);
  const result = await whileWaiting(host, `Calling ${request.endpoint.path}`, () =>
    runOnce({ host, ...request, profile, config }),
  );
  const { elsewhere } = result;
  if (elsewhere.length > 0) host.err(`${faultsElsewhere(elsewhere.length)}\n`);
  if (!result.ok) {
    showDiagnostics(host, result.diagnostics, result.sources);
    return 1;
  }
  const { record } = result;
  const conceal = await secretConcealer(profile);
  const concealingHost: Host = { ...host, err: (text) => host.err(conceal(text)) };
  if (format === 'json') host.out(recordJson(record, conceal));
  else showRecord(concealingHost, record, { rows, width: host.width ?? defaultWidth });
  return record.outcome.ok || record.unsent.length > 0 ? 0 : 1;
}

const faultsElsewhere = (count: number): string =>
  count === 1
    ? 'The profile has 1 error elsewhere, which does not affect this call (engine check).'
    : `The profile has ${count} errors elsewhere, which do not affect this call (engine check).`;

function showRecord(host: Host, record: RunRecord, limits: TextLimits): void {
  const { path, body, steps, log, outcome, ms, unsent } = record;
  const blocks = [[`POST ${path} ${shown(body)}`], ...stepBlocks(steps, limits), ...rehearsalBlocks(record, limits)];
  for (const lines of blocks) host.err(`${lines.join('\n')}\n\n`);
  for (const line of log) host.err(`${line}\n`);
  if (outcome.ok) {
    host.err(`200 in ${time(ms)}\n`);
    host.out(`${outcome.json}\n`);
    return;
  }
  if (unsent.length > 0) {
    host.err(`Stopped after ${time(ms)}: the answer of the ERP is not known.\n`);
    return;
  }
  const { status, message, fields = [] } = refusalOf(outcome.problem);
  host.err(`${status} in ${time(ms)}: ${message}\n`);
  for (const { field, message: reason } of fields) host.err(`  ${field} ${reason}\n`);
}
