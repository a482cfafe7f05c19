/** The flags of `engine test`. */

import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { usualDemoSku } from '../../workbench/checks/sandbox/service-keys.ts';
import { bankFlag, configFlag, repeatable, serviceFlag } from '../shared/flags.ts';
import { UsageError, wholeNumber } from '../shared/usage.ts';
import type { ConformanceFlags } from './conformance.ts';
import type { MutateFlags } from './mutate.ts';

export interface TestFlags extends ConformanceFlags, MutateFlags {
  readonly scratch: readonly string[];
  readonly watch?: true;
  readonly update?: true;
  readonly updateStatus?: true;
  readonly yes?: true;
  readonly coverage?: true;
  readonly coverageLcov?: string;
  readonly coverageThreshold?: number;
  readonly conformance?: true;
  readonly mutate?: true;
}

const examples = `
Examples:
  engine test acme.yaml                            runs the cases in cases/ of the profile over the fixture in fixture/
  engine test --filter statement acme.yaml         runs the cases whose title or endpoint contains this text
  engine test --only /pricing/resolve acme.yaml    runs the cases of one endpoint, also while others are unfinished
  engine test --watch acme.yaml                    runs them again whenever a file changes
  engine test --update acme.yaml                   shows the differences, and writes the actual values into the cases
  engine test --coverage acme.yaml                 also shows the parts of the profile that no case covers
  engine test --coverage-threshold 90 acme.yaml    fails if the cases cover less than 90 % of the profile
  engine test --format junit demo                  for pipelines
  engine test --report report.html acme.yaml       also writes the results as a page, failures first
  engine test --conformance demo                   runs the checks that follow from the contract, without cases
  engine test --conformance --filter paging --set company=01 acme.yaml
  engine test --conformance --make-data rows.sql acme.yaml  writes rows for the checks that are not tested
  engine test --mutate acme.yaml                   changes the profile in one place at a time; lists what nothing detects
  engine test --mutate --only /pricing/resolve acme.yaml
  engine test --mutate --minutes 5 --resume mutants.jsonl acme.yaml  the riskiest changes first; repeat it to continue
  engine test --conformance --live acme            on the real ERP, only reads
  engine test --conformance --live --service nord  on the ERP of one of several services
  engine test --scratch postgres://me@db/ acme.yaml  creates its databases on this server, and drops them at the end

Databases: installed PostgreSQL, MySQL and MariaDB servers are started automatically. --scratch, or ENGINE_TEST_POSTGRES, ENGINE_TEST_MYSQL
and ENGINE_TEST_MSSQL, set servers to use instead; their logins need the right to create databases.

Exit status: 0 if all cases pass, 1 if one fails or a file has an error, 2 for wrong usage.
`;

/** The argument and flags of `engine test`. */
export function addTestFlags(command: Command): Command {
  return addModeFlags(addCaseFlags(command));
}

/** The profiles, and the flags of a run of their cases. */
function addCaseFlags(command: Command): Command {
  const jobs = new Option('--jobs <n>', 'number of files to run in parallel').argParser(wholeNumber('--jobs', 1, 64));
  const percent = wholeNumber('--coverage-threshold', 0, 100);
  return command
    .argument('[profile...]', 'names of shipped profiles, or paths (default: the configured one)')
    .description("run a profile's cases over its fixture")
    .addOption(configFlag())
    .addOption(serviceFlag())
    .addOption(new Option('--filter <text>', 'only cases whose title or endpoint contains this text'))
    .addOption(new Option('--format <format>', 'output format').choices(['text', 'junit', 'json']).default('text'))
    .addOption(new Option('--strict', 'fail if a case or check cannot run on this machine'))
    .addOption(repeatable('--scratch <url>', 'database server to create the test databases on, once for each kind'))
    .addOption(jobs.default(Math.min(availableParallelism(), 4), 'number of processors, at most 4'))
    .addOption(new Option('--watch', 'run again when a file changes, until Ctrl-C').conflicts(['update', 'format']))
    .addOption(new Option('--update', 'write actual values into the cases that fail; asks first'))
    .addOption(
      new Option(
        '--update-status',
        'with --update: also cases that got an error instead of an answer, or an answer instead of an error',
      ),
    )
    .addOption(new Option('--yes', 'with --update: do not ask for confirmation'))
    .addOption(new Option('--report <file>', 'also write the results as one HTML file, failures first'))
    .addOption(new Option('--coverage', 'show which parts of the profile the cases cover'))
    .addOption(new Option('--coverage-lcov <file>', 'write the coverage as an lcov tracefile'))
    .addOption(
      new Option('--coverage-threshold <n>', 'fail if the coverage of a profile is below this percentage').argParser(
        percent,
      ),
    );
}

/** The flags of the modes that replace or extend the cases: conformance checks and mutants. */
function addModeFlags(command: Command): Command {
  return command
    .addOption(
      new Option('--conformance', 'run the checks that follow from the contract instead of the cases').conflicts([
        'update',
        'coverage',
        'coverageLcov',
        'coverageThreshold',
      ]),
    )
    .addOption(
      new Option(
        '--mutate',
        'change the profile in one place at a time, and list the changes that nothing detects',
      ).conflicts([...['conformance', 'watch', 'update', 'coverage', 'coverageLcov', 'coverageThreshold']]),
    )
    .addOption(
      new Option(
        '--mutate-threshold <n>',
        'fail if less than this percentage of the changes is detected; implies --mutate',
      )
        .argParser(wholeNumber('--mutate-threshold', 0, 100))
        .implies({ mutate: true }),
    )
    .addOption(
      new Option(
        '--only <endpoint>',
        'only cases of this endpoint, such as /pricing/resolve, also if others have faults; with --mutate: only changes that affect it',
      ),
    )
    .addOption(
      repeatable(
        '--with-overlay <profile>',
        'with --mutate: a profile that extends this one, whose cases are run, too',
      ),
    )
    .addOption(
      new Option('--sample <n>', 'with --mutate: only this number of changes, the riskiest of each endpoint').argParser(
        wholeNumber('--sample', 1, 1_000_000),
      ),
    )
    .addOption(
      new Option(
        '--minutes <n>',
        'with --mutate: try no further changes after this time; the riskiest come first',
      ).argParser(wholeNumber('--minutes', 1, 10_000)),
    )
    .addOption(
      new Option('--resume <file>', 'with --mutate: keep the results in this file, and skip changes that it has'),
    )
    .addOption(
      new Option(
        '--write-cases <file>',
        'with --mutate: write a case for each change that the fixture shows and nothing detects, into a new file',
      ),
    )
    .addOption(
      new Option('--set <name=value>', 'with --conformance or --mutate: the value of a setting; can be repeated')
        .argParser(assignment)
        .default([], 'the settings of the cases'),
    )
    .addOption(bankFlag('with --conformance: '))
    .addOption(
      new Option(
        '--make-data <file>',
        'with --conformance: write rows for the checks that lack them, as SQL for the fixture, into a new file',
      ).conflicts('live'),
    )
    .addOption(
      new Option(
        '--live',
        "with --conformance: on the ERP that the profile's settings name, instead of the fixture; only reads, unless --writes is given",
      ),
    )
    .addOption(
      new Option(
        '--url <base-url>',
        'with --live: URL of a running service to check; its keys come from ENGINE_KEY, as for the sandbox',
      ),
    )
    .addOption(
      new Option(
        '--demo-sku <sku>',
        "with --url: SKU of the connection test's sample draft, as in the settings of the service",
      ).default(undefined, usualDemoSku),
    )
    .addOption(
      new Option('--writes', 'with --live: also create drafts, invoices and payments; never in a live company'),
    )
    .addHelpText('after', examples);
}

/** Throws `UsageError` for flags that cannot be combined. */
export function refuseTestFlags(flags: TestFlags): void {
  if (flags.live !== true && (flags.url !== undefined || flags.writes === true))
    throw new UsageError('--url and --writes need --live');
  if (flags.url === undefined && flags.demoSku !== undefined)
    throw new UsageError('--demo-sku needs --url: a service that is started for the run has its own');
  if (flags.live === true && flags.set.length > 0)
    throw new UsageError('--live uses the settings of the service, so that --set cannot be given');
  const { only, sample, minutes, resume, writeCases, withOverlay } = flags;
  const isForMutants =
    [sample, minutes, resume, writeCases].some((flag) => flag !== undefined) || withOverlay.length > 0;
  if (flags.mutate !== true && isForMutants)
    throw new UsageError('--sample, --minutes, --resume, --write-cases and --with-overlay need --mutate');
  if (only !== undefined && flags.conformance === true) throw new UsageError('--only is for cases and for --mutate');
  if (flags.conformance === true) return;
  if (flags.live === true) throw new UsageError('--live needs --conformance');
  if (flags.format === 'junit' && flags.mutate === true) throw new UsageError('--mutate has the formats text and json');
  if (flags.makeData !== undefined) throw new UsageError('--make-data needs --conformance');
  if (flags.bank.length > 0) throw new UsageError('--bank needs --conformance');
  if (flags.set.length > 0 && flags.mutate !== true)
    throw new UsageError('--set needs --conformance or --mutate: cases have their own `settings`');
}

function assignment(text: string, before: readonly string[]): readonly string[] {
  if (!/^\w+=/.test(text)) throw new InvalidArgumentError('It must be name=value.');
  return [...before, text];
}
