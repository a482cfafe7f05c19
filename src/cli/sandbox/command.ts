/** `engine sandbox`: does the platform's work against a service, and says where it breaks the contract. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { nameOf } from '../../checks/core/check.ts';
import type { CheckResult } from '../../checks/core/run-checks.ts';
import { reportHtml } from '../../checks/sandbox/report/html.ts';
import { reportJson, reportJunit } from '../../checks/sandbox/report/machine.ts';
import { countText, type Report, reportOf } from '../../checks/sandbox/report/report.ts';
import { reportText } from '../../checks/sandbox/report/text.ts';
import { runSandbox } from '../../checks/sandbox/run.ts';
import { createCaller } from '../../checks/validation/caller.ts';
import type { ExitStatus, Host } from '../../service/host.ts';
import { progressLine } from '../shared/progress.ts';
import { UsageError } from '../shared/usage.ts';
import { startMock } from './mock.ts';
import { type SandboxFlags, settingsOf, type Target, targetOf } from './target.ts';

const formats = ['text', 'json', 'junit', 'html'] as const;
type Format = (typeof formats)[number];

const examples = `
Examples:
  ENGINE_KEY=... engine sandbox https://erp.example/middleware     reads, and changes nothing
  engine sandbox http://127.0.0.1:8080 --ordering-key a --receivables-key b --writes
  engine sandbox http://127.0.0.1:8080 --format html --output report.html
  engine sandbox --mock                                            tries the mock ERP that is built in
  engine sandbox --mock --keep                                     goes on serving it, and prints its address and keys

Keys come from flags, or from ENGINE_KEY_ORDERING, ENGINE_KEY_RECEIVABLES and ENGINE_KEY (for both apps), as for the service; flags can be
seen in the list of processes. Without --writes nothing is written but the sample draft of the connection test, which the platform sends
whenever a connection is saved. With --next-key the run ends with a rotation: give the service the next key in place of the old one while it
waits.

Exit status: 0 when nothing is broken, 1 when a rule is, 2 for wrong usage.
`;

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= 86_400)) throw new InvalidArgumentError('It must be a number of seconds.');
  return value * 1_000;
}

function count(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number, 1 or more.');
  return Number(text);
}

export function addSandbox(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('sandbox')
    .argument('[base-url]', 'root of the service')
    .description("do the platform's work against any service, and validate its answers")
    .addOption(new Option('--key <key>', 'API key of both apps'))
    .addOption(new Option('--ordering-key <key>', 'API key of the ordering app'))
    .addOption(new Option('--receivables-key <key>', 'API key of the receivables app'))
    .addOption(new Option('--next-key <key>', 'the key that replaces the one of the ordering app, or of both'))
    .addOption(
      new Option('--rotation-wait <seconds>', 'how long the service may take to get it')
        .default(60_000, '60')
        .argParser(seconds),
    )
    .addOption(new Option('--writes', 'write drafts, invoices and payments, too: never into a live ERP'))
    .addOption(new Option('--customer <id>', 'erpId of the customer to ask about; found by searching otherwise'))
    .addOption(new Option('--sku <sku>', 'SKU to ask about, and to order in drafts'))
    .addOption(new Option('--debtor <id>', 'erpDebtorId to push invoices for'))
    .addOption(new Option('--currency <code>', 'currency of drafts').default('EUR'))
    .addOption(new Option('--demo-sku <sku>', "SKU of the connection test's sample draft").default('DEMO-SKU'))
    .addOption(new Option('--max-pages <count>', 'pages of a list that are read at most').default(200).argParser(count))
    .addOption(new Option('--timeout <seconds>', 'for one answer').default(30_000, '30').argParser(seconds))
    .addOption(
      new Option('--format <format>', 'of the report (default: by the name of --output, else text)').choices(formats),
    )
    .addOption(new Option('--output <file>', 'write the report to a file; .html, .json and .xml say what it is'))
    .addOption(new Option('--mock', 'serve the mock ERP on this machine, and try that'))
    .addOption(new Option('--keep', 'with --mock: go on serving it after the run'))
    .addHelpText('after', examples)
    .action(async (baseUrl: string | undefined, flags: SandboxFlags) => end(await sandbox(host, baseUrl, flags)));
}

async function sandbox(host: Host, baseUrl: string | undefined, flags: SandboxFlags): Promise<ExitStatus> {
  if (flags.keep && !flags.mock) throw new UsageError('--keep goes with --mock');
  if (!flags.mock) return tried(host, targetOf(host, baseUrl, flags), flags);
  if (baseUrl !== undefined) throw new UsageError('--mock serves its own service: give no base URL');
  const mock = await startMock(host);
  if (mock === undefined) return 1;
  try {
    // Nobody else's books: everything is tried.
    const status = await tried(host, mock.target, { ...flags, writes: true });
    if (!flags.keep) return status;
    const keys = [mock.target.rotation?.next ?? mock.target.keys.ordering, mock.target.keys.receivables];
    const [ordering = '', receivables = ''] = keys.map((key) => key?.reveal());
    host.out(
      `Listening on ${mock.target.baseUrl}\nKey of the ordering app:    ${ordering}\nKey of the receivables app: ${receivables}\n`,
    );
    host.out('Ctrl-C stops the mock ERP.\n');
    await mock.stopped;
    return status;
  } finally {
    await mock.stop();
  }
}

async function tried(host: Host, target: Target, flags: SandboxFlags): Promise<ExitStatus> {
  const { baseUrl, keys, rotation } = target;
  const settings = settingsOf(flags);
  const startedAt = new Date(host.now()).toISOString();
  const caller = createCaller({ baseUrl, keys, timeoutMs: flags.timeout });
  const progress = progressLine(host);
  const show = ({ check }: CheckResult): void => progress.show(nameOf(check));
  const results = await runSandbox({ caller, settings, rotation, now: host.now, report: show });
  progress.clear();
  const report = reportOf({ baseUrl: caller.baseUrl, startedAt, writes: settings.writes }, results);
  give(host, report, flags);
  return report.counts.failed > 0 ? 1 : 0;
}

function give(host: Host, report: Report, { output, format }: SandboxFlags): void {
  const text = rendered(report, format ?? formatOf(output));
  if (output === undefined) return void host.out(text);
  const file = resolve(host.cwd, output);
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`the report cannot be written to ${file}: ${error instanceof Error ? error.message : error}`);
  }
  host.out(`${countText(report.counts)}. The report is in ${output}.\n`);
}

function formatOf(output = ''): Format {
  if (/\.html?$/i.test(output)) return 'html';
  if (/\.json$/i.test(output)) return 'json';
  return /\.xml$/i.test(output) ? 'junit' : 'text';
}

function rendered(report: Report, format: Format): string {
  switch (format) {
    case 'text':
      return reportText(report);
    case 'json':
      return reportJson(report);
    case 'junit':
      return reportJunit(report);
    case 'html':
      return reportHtml(report);
  }
}
