/** `engine test`: runs the cases beside a profile over its fixture. */
import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';

import { createCoverage, type Reached } from '../../engine/index.ts';
import { locateProfile } from '../config/locate-profile.ts';
import { type FileFault, readCases } from '../testing/case-files.ts';
import { coverageText, percentOf, shareOf } from '../testing/coverage-text.ts';
import { inOrder } from '../testing/in-order.ts';
import { lcovText } from '../testing/lcov.ts';
import { countsOf, type FileReport, junit, reportText } from '../testing/report.ts';
import { runFile } from '../testing/run-file.ts';
import type { ExitStatus, Host } from './host.ts';
import { nearName } from './near-name.ts';
import { showDiagnostics } from './show-diagnostics.ts';
import { wholeNumber } from './usage.ts';

interface TestFlags {
  readonly filter?: string;
  readonly format: string;
  readonly strict?: true;
  readonly jobs: number;
  readonly coverage?: true;
  readonly coverageLcov?: string;
  readonly coverageThreshold?: number;
}

const examples = `
Examples:
  engine test acme.yaml                            runs cases/*.yaml beside the profile, over fixture/*.sql
  engine test --filter statement acme.yaml         the cases whose sentence or path holds this text
  engine test --coverage acme.yaml                 and says what of the profile no case has reached
  engine test --coverage-threshold 90 acme.yaml    fails where that is more than a tenth
  engine test --format junit demo                  for a pipeline

Exit status: 0 when all cases hold, 1 when one fails or something is wrong with a file, 2 for wrong usage.
`;

/** What a run has found so far. */
interface Found {
  readonly files: FileReport[];
  readonly unproven: string[];
  /** By profile. */
  readonly points: Map<string, readonly Reached[]>;
  faulty: boolean;
}

export function addTest(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const percent = wholeNumber('--coverage-threshold', 0, 100);
  program
    .command('test')
    .argument('<profile...>', 'names of shipped profiles, or paths')
    .description("run a profile's cases over its fixture")
    .addOption(new Option('--filter <text>', 'only cases whose sentence or path holds this text'))
    .addOption(new Option('--format <format>', 'how results are shown').choices(['text', 'junit']).default('text'))
    .addOption(new Option('--strict', 'what cannot be run here is a failure'))
    .addOption(
      new Option('--jobs <n>', 'files that run at the same time')
        .argParser(wholeNumber('--jobs', 1, 64))
        .default(Math.min(availableParallelism(), 4), 'the processors, 4 at most'),
    )
    .addOption(new Option('--coverage', 'say what of the profile the cases have reached'))
    .addOption(new Option('--coverage-lcov <file>', "write that as lcov's tracefile"))
    .addOption(
      new Option('--coverage-threshold <percent>', 'fail where less of a profile is reached').argParser(percent),
    )
    .addHelpText('after', examples)
    .action(async (given: readonly string[], flags: TestFlags) => {
      const found: Found = { files: [], unproven: [], points: new Map(), faulty: false };
      for (const name of given) await testProfile(host, name, flags, found);
      end(conclude(host, flags, found));
    });
}

function conclude(host: Host, flags: TestFlags, { files, unproven, points, faulty }: Found): ExitStatus {
  const { held, failed } = countsOf(files);
  if (flags.format === 'junit') host.out(junit(files));
  else host.out(`${held} held, ${failed} failed${unproven.length > 0 ? `, ${unproven.length} files not run` : ''}.\n`);
  const unfit = flags.strict === true && unproven.length > 0;
  const bare = concludeCoverage(host, flags, points);
  return faulty || failed > 0 || unfit || bare ? 1 : 0;
}

/** True where less of a profile is reached than is wanted. */
function concludeCoverage(host: Host, flags: TestFlags, points: Found['points']): boolean {
  const { coverage, coverageLcov, coverageThreshold = 0, format } = flags;
  // A document for machines stays one.
  const tell = format === 'text' ? host.out : host.err;
  if (coverage === true) for (const [name, own] of points) tell(coverageText(name, own));
  if (coverageLcov !== undefined) {
    const all = [...points.values()].flat();
    writeFileSync(
      resolve(host.cwd, coverageLcov),
      lcovText(all, (name) => resolve(host.cwd, name)),
    );
  }
  const short = [...points].filter(([, own]) => percentOf(shareOf(own)) < coverageThreshold);
  for (const [name, own] of short)
    host.err(
      `${percentOf(shareOf(own))} % of ${name} are reached by its cases, and ${coverageThreshold} % are wanted.\n`,
    );
  return short.length > 0;
}

const wantsCoverage = ({ coverage, coverageLcov, coverageThreshold }: TestFlags): boolean =>
  coverage === true || coverageLcov !== undefined || coverageThreshold !== undefined;

async function testProfile(host: Host, given: string, flags: TestFlags, found: Found): Promise<void> {
  const { contract, cwd, now } = host;
  const refuse = ({ diagnostics, sources }: FileFault): void => {
    found.faulty = true;
    showDiagnostics(host, diagnostics, sources);
  };
  const located = locateProfile(given, cwd, host.packageRoot, undefined);
  if (!located.ok) return refuse({ diagnostics: [located.diagnostic], sources: new Map() });
  const profileFile = located.file;
  const profileName = nearName(cwd, profileFile);
  const nameOf = (file: string): string => nearName(cwd, file);
  const coverage = wantsCoverage(flags) ? createCoverage() : undefined;
  const { filter } = flags;
  const { files, faults } = readCases({ contract, profileFile, profileName, nameOf, filter, coverage, now });
  for (const one of faults) refuse(one);
  await inOrder(
    files,
    flags.jobs,
    async (file) => ({ file, result: await runFile(file.run) }),
    ({ file: { name, secrets }, result }) => {
      switch (result.kind) {
        case 'refused':
          return refuse(result);
        case 'unproven':
          found.unproven.push(name);
          return host.err(`${name} is not run: ${result.reason}.\n`);
        case 'ran':
          found.files.push({ name, results: result.results, secrets });
          if (flags.format === 'text') host.out(reportText({ name, results: result.results, secrets }));
      }
    },
  );
  if (coverage !== undefined) found.points.set(profileName, coverage.reached());
}
