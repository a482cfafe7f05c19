/** `engine sandbox`: acts as the platform against a service, and reports violations of the contract. */

import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { type Paint, paintOf, plain } from '../../../engine/tools/index.ts';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { chosenService, loadVerbConfig } from '../../service/lifecycle/load-profile.ts';
import { showDiagnostics } from '../../service/lifecycle/show-diagnostics.ts';
import { nameOf } from '../../workbench/checks/core/check.ts';
import type { WrittenDocument } from '../../workbench/checks/core/exchanges.ts';
import type { CheckResult, Report as ReportResult } from '../../workbench/checks/core/run-checks.ts';
import { reportHtml } from '../../workbench/checks/sandbox/report/html.ts';
import { reportJson, reportJunit } from '../../workbench/checks/sandbox/report/machine.ts';
import { countText, type Report, reportOf } from '../../workbench/checks/sandbox/report/report.ts';
import { reportText } from '../../workbench/checks/sandbox/report/text.ts';
import { runSandbox } from '../../workbench/checks/sandbox/run.ts';
import { usualDemoSku } from '../../workbench/checks/sandbox/service-keys.ts';
import { createCaller } from '../../workbench/checks/validation/caller.ts';
import { bankFlag, configFlag, repeatable, serviceFlag } from '../shared/flags.ts';
import { countedText, progressLine } from '../shared/progress.ts';
import { UsageError } from '../shared/usage.ts';
import { startMock } from './mock.ts';
import { adminOf, type SandboxFlags, serviceTarget, settingsOf, type Target, targetOf } from './target.ts';

const formats = ['text', 'json', 'junit', 'html'] as const;
type Format = (typeof formats)[number];

const examples = `
Examples:
  ENGINE_KEY=... engine sandbox https://erp.example/middleware     only reads
  engine sandbox http://127.0.0.1:8080 --ordering-key a --receivables-key b --writes
  engine sandbox http://127.0.0.1:8080 --name 'Sage 200, Wells Ltd' --output report.html
  engine sandbox --service nord                                    one of several services, with its own keys
  engine sandbox --mock                                            checks the built-in mock ERP
  engine sandbox --mock --keep                                     keeps it running, and prints its address and keys

Keys come from flags, or from ENGINE_KEY_ORDERING, ENGINE_KEY_RECEIVABLES and ENGINE_KEY (for both apps), as for the service. Flags are
visible in the list of processes. Without --writes, the only write is the sample draft of the connection test, which the platform sends
whenever a connection is saved. With --next-key the run ends with a key rotation: replace the key of the service with the next one while the
sandbox waits.

Exit status: 0 if no rule is violated, 1 if one is, 2 for wrong usage.
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

/** `engine sandbox`: ends with 1 where a check has failed. */
export function addSandbox(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('sandbox')
    .argument('[base-url]', 'base URL of the service (with --service: its address on this machine)')
    .description('act as the platform against any service, and validate its answers')
    .addOption(configFlag())
    .addOption(serviceFlag())
    .addOption(new Option('--key <key>', 'API key of both apps'))
    .addOption(new Option('--ordering-key <key>', 'API key of the ordering app'))
    .addOption(new Option('--receivables-key <key>', 'API key of the receivables app'))
    .addOption(new Option('--next-key <key>', 'key that replaces the key of the ordering app or of both apps'))
    .addOption(
      new Option('--rotation-wait <seconds>', 'how long to wait until the service accepts the next key')
        .default(60_000, '60')
        .argParser(seconds),
    )
    .addOption(new Option('--writes', 'also write drafts, invoices and payments: never into a live ERP'))
    .addOption(new Option('--customer <id>', 'the customer of requests, by its erpId (default: found by a search)'))
    .addOption(new Option('--sku <sku>', 'SKU of requests and drafts (default: found by a search)'))
    .addOption(
      new Option('--debtor <id>', 'the debtor of pushed invoices, by its erpDebtorId (default: found in the lists)'),
    )
    .addOption(
      new Option(
        '--currency <code>',
        "currency of drafts (default: those of the ERP's invoices and customers, then EUR)",
      ),
    )
    .addOption(bankFlag())
    .addOption(
      repeatable(
        '--deviation <rule>',
        'rule across endpoints that the ERP does not follow, by its name in docs/conformance.md; `rule=other` demands another rule in its place, `rule if condition` leaves out only documents that meet a JSONata condition',
      ),
    )
    .addOption(new Option('--demo-sku <sku>', "SKU of the connection test's sample draft").default(usualDemoSku))
    .addOption(
      new Option('--max-pages <count>', 'largest number of pages to read of a list').default(200).argParser(count),
    )
    .addOption(new Option('--timeout <seconds>', 'time-out of a request').default(30_000, '30').argParser(seconds))
    .addOption(
      new Option(
        '--format <format>',
        'format of the report (default: by the extension of --output, otherwise text)',
      ).choices(formats),
    )
    .addOption(new Option('--output <file>', 'write the report to a file; .html, .json and .xml determine the format'))
    .addOption(
      new Option(
        '--admin <url>',
        "admin listener of the service, if it is this engine with checkDescriptions: what disagrees with the vendor's description is a failure",
      ),
    )
    .addOption(new Option('--name <text>', 'name of the ERP, shown at the top of the report'))
    .addOption(new Option('--mock', 'start the mock ERP on this machine, and check it'))
    .addOption(new Option('--keep', 'with --mock: keep it running after the run'))
    .addHelpText('after', examples)
    .action(async (baseUrl: string | undefined, flags: SandboxFlags) => end(await sandbox(host, baseUrl, flags)));
}

async function sandbox(host: Host, baseUrl: string | undefined, flags: SandboxFlags): Promise<ExitStatus> {
  if (flags.keep && !flags.mock) throw new UsageError('--keep needs --mock');
  const { service } = flags;
  if (flags.mock && flags.admin !== undefined) throw new UsageError('the mock ERP has no description: omit --admin');
  if (flags.mock && service !== undefined) throw new UsageError('--mock starts its own service: omit --service');
  if (service !== undefined) {
    const chosen = chosenService(loadVerbConfig(host, { config: flags.config, service }));
    if (chosen.ok) return checkService(host, serviceTarget(host, chosen.config, baseUrl, flags), flags);
    showDiagnostics(host, chosen.diagnostics, chosen.sources);
    return 1;
  }
  if (!flags.mock) return checkService(host, targetOf(host, baseUrl, flags), flags);
  if (baseUrl !== undefined) throw new UsageError('--mock starts its own service: omit the base URL');
  const mock = await startMock(host);
  if (mock === undefined) return 1;
  try {
    // Its data is disposable, so writes are checked too.
    const status = await checkService(host, mock.target, { name: 'mock ERP (profile demo)', ...flags, writes: true });
    if (!flags.keep) return status;
    const keys = [mock.target.rotation?.next ?? mock.target.keys.ordering, mock.target.keys.receivables];
    const [ordering = '', receivables = ''] = keys.map((key) => key?.reveal());
    host.out(
      `Listening on ${mock.target.baseUrl}\nKey of the ordering app:    ${ordering}\nKey of the receivables app: ${receivables}\n`,
    );
    host.out('Press Ctrl-C to stop the mock ERP.\n');
    await mock.stopped;
    return status;
  } finally {
    await mock.stop();
  }
}

async function checkService(host: Host, target: Target, flags: SandboxFlags): Promise<ExitStatus> {
  const { baseUrl, keys, rotation } = target;
  const settings = settingsOf(flags);
  const admin = adminOf(flags);
  const startedAt = new Date(host.now()).toISOString();
  const caller = createCaller({ baseUrl, keys, timeoutMs: flags.timeout });
  const progress = progressLine(host);
  const showProgress: ReportResult<CheckResult> = ({ check }, counted) =>
    progress.show(countedText('Running checks', counted, nameOf(check)), counted);
  let written: readonly WrittenDocument[] = [];
  const wrote = (documents: readonly WrittenDocument[]): void => {
    written = documents;
  };
  const results = await runSandbox({ caller, settings, rotation, admin, now: host.now, report: showProgress, wrote });
  progress.clear();
  const report = reportOf(
    { erp: flags.name, baseUrl: caller.baseUrl, startedAt, writes: settings.writes, written },
    results,
  );
  writeReport(host, report, flags);
  return report.counts.failed > 0 ? 1 : 0;
}

function writeReport(host: Host, report: Report, { output, format }: SandboxFlags): void {
  const paint = paintOf(host.color.out);
  const text = render(report, format ?? formatOf(output), output === undefined ? paint : plain);
  if (output === undefined) return void host.out(text);
  const file = resolve(host.cwd, output);
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new UsageError(`the report cannot be written to ${file}: ${error instanceof Error ? error.message : error}`);
  }
  host.out(`${countText(report.counts, paint)}. The report is in ${output}.\n`);
}

function formatOf(output = ''): Format {
  if (/\.html?$/i.test(output)) return 'html';
  if (/\.json$/i.test(output)) return 'json';
  return /\.xml$/i.test(output) ? 'junit' : 'text';
}

/** Only text has colours. */
function render(report: Report, format: Format, paint: Paint): string {
  switch (format) {
    case 'text':
      return reportText(report, paint);
    case 'json':
      return reportJson(report);
    case 'junit':
      return reportJunit(report);
    case 'html':
      return reportHtml(report);
  }
}
