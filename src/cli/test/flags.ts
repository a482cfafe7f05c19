/** What `engine test` is told on the command line. */
import { availableParallelism } from 'node:os';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { UsageError, wholeNumber } from '../shared/usage.ts';

export interface TestFlags {
  readonly filter?: string;
  readonly format: string;
  readonly strict?: true;
  readonly scratch: readonly string[];
  readonly jobs: number;
  readonly watch?: true;
  readonly update?: true;
  readonly updateStatus?: true;
  readonly yes?: true;
  readonly coverage?: true;
  readonly coverageLcov?: string;
  readonly coverageThreshold?: number;
  readonly conformance?: true;
  /** Values of settings: `name=value`. */
  readonly set: readonly string[];
}

const examples = `
Examples:
  engine test acme.yaml                            runs cases/*.yaml beside the profile, over fixture/*.sql
  engine test --filter statement acme.yaml         the cases whose sentence or endpoint holds this text
  engine test --watch acme.yaml                    again, whenever a file is saved
  engine test --update acme.yaml                   shows what came instead, and writes it into the cases
  engine test --coverage acme.yaml                 and says what of the profile no case has reached
  engine test --coverage-threshold 90 acme.yaml    fails where that is more than a tenth
  engine test --format junit demo                  for a pipeline
  engine test --conformance demo                   what follows from the contract, without a case being written
  engine test --conformance --filter paging --set company=01 acme.yaml
  engine test --scratch postgres://me@db/ acme.yaml  makes its databases on this server, and removes them at the end

Databases: PostgreSQL, MySQL and MariaDB are started by themselves where they are installed. --scratch, or ENGINE_TEST_POSTGRES,
ENGINE_TEST_MYSQL and ENGINE_TEST_MSSQL, name servers to use instead; their logins must be allowed to make databases.

Exit status: 0 when all cases hold, 1 when one fails or something is wrong with a file, 2 for wrong usage.
`;

export function addTestFlags(command: Command): Command {
  const jobs = new Option('--jobs <n>', 'files that run at the same time').argParser(wholeNumber('--jobs', 1, 64));
  const percent = wholeNumber('--coverage-threshold', 0, 100);
  return command
    .argument('<profile...>', 'names of shipped profiles, or paths')
    .description("run a profile's cases over its fixture")
    .addOption(new Option('--filter <text>', 'only cases whose sentence or endpoint holds this text'))
    .addOption(
      new Option('--format <format>', 'how results are shown; json with --conformance')
        .choices(['text', 'junit', 'json'])
        .default('text'),
    )
    .addOption(new Option('--strict', 'what cannot be run here is a failure'))
    .addOption(
      new Option('--scratch <url>', 'server to make databases on, once for each kind')
        .argParser((url: string, before: readonly string[]) => [...before, url])
        .default([], 'none'),
    )
    .addOption(jobs.default(Math.min(availableParallelism(), 4), 'the processors, 4 at most'))
    .addOption(new Option('--watch', 'run again when a file changes, until Ctrl-C').conflicts(['update', 'format']))
    .addOption(new Option('--update', 'write what came into the cases that expect something else; asks first'))
    .addOption(new Option('--update-status', 'with --update: also where an error came for an answer, or the reverse'))
    .addOption(new Option('--yes', 'with --update: do not ask'))
    .addOption(new Option('--coverage', 'say what of the profile the cases have reached'))
    .addOption(new Option('--coverage-lcov <file>', "write that as lcov's tracefile"))
    .addOption(
      new Option('--coverage-threshold <n>', 'fail where fewer percent of a profile are reached').argParser(percent),
    )
    .addOption(
      new Option('--conformance', 'run what follows from the contract, instead of the cases').conflicts([
        'update',
        'coverage',
        'coverageLcov',
        'coverageThreshold',
      ]),
    )
    .addOption(
      new Option('--set <name=value>', "with --conformance: a value of one of the profile's settings; may be repeated")
        .argParser(assignment)
        .default([], 'what the cases say'),
    )
    .addHelpText('after', examples);
}

/** Refuses flags that make no sense together. */
export function refuseTestFlags(flags: TestFlags): void {
  if (flags.conformance === true) return;
  if (flags.format === 'json') throw new UsageError('--format json is for --conformance');
  if (flags.set.length > 0) throw new UsageError('--set is for --conformance: cases say `settings` themselves');
}

function assignment(text: string, before: readonly string[]): readonly string[] {
  if (!/^\w+=/.test(text)) throw new InvalidArgumentError('It must be name=value.');
  return [...before, text];
}
