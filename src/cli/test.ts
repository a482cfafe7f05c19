/** `engine test`: runs the cases beside a profile over its fixture. */
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Command, Option } from 'commander';

import type { Diagnostic } from '../../engine/diagnostics/diagnostic.ts';
import { declaredBy, type LoadedCase, loadCases } from '../../engine/index.ts';
import { readText } from '../config/environment.ts';
import { fault } from '../config/fault.ts';
import { locateProfile } from '../config/locate-profile.ts';
import { countsOf, type FileReport, junit, reportText } from '../testing/report.ts';
import { runFile } from '../testing/run-file.ts';
import type { ExitStatus, Host } from './host.ts';
import { nearName } from './near-name.ts';
import { showDiagnostics } from './show-diagnostics.ts';

interface TestFlags {
  readonly filter?: string;
  readonly format: string;
  readonly strict?: true;
}

const examples = `
Examples:
  engine test acme.yaml                     runs cases/*.yaml beside the profile, over fixture/*.sql
  engine test --filter statement acme.yaml  the cases whose sentence or path holds this text
  engine test --format junit demo           for a pipeline

Exit status: 0 when all cases hold, 1 when one fails or something is wrong with a file, 2 for wrong usage.
`;

/** What a run has found so far. */
interface Found {
  readonly files: FileReport[];
  readonly unproven: string[];
  faulty: boolean;
}

export function addTest(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('test')
    .argument('<profile...>', 'names of shipped profiles, or paths')
    .description("run a profile's cases over its fixture")
    .addOption(new Option('--filter <text>', 'only cases whose sentence or path holds this text'))
    .addOption(new Option('--format <format>', 'how results are shown').choices(['text', 'junit']).default('text'))
    .addOption(new Option('--strict', 'what cannot be run here is a failure'))
    .addHelpText('after', examples)
    .action(async (given: readonly string[], flags: TestFlags) => {
      const found: Found = { files: [], unproven: [], faulty: false };
      for (const name of given) await testProfile(host, name, flags, found);
      end(conclude(host, flags, found));
    });
}

function conclude(host: Host, { format, strict }: TestFlags, { files, unproven, faulty }: Found): ExitStatus {
  const { held, failed } = countsOf(files);
  if (format === 'junit') host.out(junit(files));
  else host.out(`${held} held, ${failed} failed${unproven.length > 0 ? `, ${unproven.length} files not run` : ''}.\n`);
  const unfit = strict === true && unproven.length > 0;
  return faulty || failed > 0 || unfit ? 1 : 0;
}

/** Files of cases beside a profile, in the order of their names. */
function caseFiles(profileFile: string): readonly string[] {
  const folder = join(dirname(profileFile), 'cases');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /\.ya?ml$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

async function testProfile(host: Host, given: string, flags: TestFlags, found: Found): Promise<void> {
  const { contract, cwd, now } = host;
  const refuse = (diagnostics: readonly Diagnostic[], sources: ReadonlyMap<string, string>): void => {
    found.faulty = true;
    showDiagnostics(host, diagnostics, sources);
  };
  const located = locateProfile(given, cwd, host.packageRoot, undefined);
  if (!located.ok) return refuse([located.diagnostic], new Map());
  const profileFile = located.file;
  const profileName = nearName(cwd, profileFile);
  const files = caseFiles(profileFile);
  if (files.length === 0) {
    const message = `There are no cases beside ${profileName}.`;
    return refuse([fault('CFG508', message, 'Add a file such as cases/search.yaml beside the profile.')], new Map());
  }
  const declared = declaredBy(readText(profileFile) ?? '');
  const wanted = ({ case: sentence, call }: LoadedCase): boolean =>
    flags.filter === undefined || `${sentence} ${call}`.toLowerCase().includes(flags.filter.toLowerCase());
  for (const file of files) {
    const name = nearName(cwd, file);
    const text = readText(file) ?? '';
    const { loaded, diagnostics } = loadCases(text, name, contract, declared?.sources);
    if (loaded === undefined) {
      refuse(diagnostics, new Map([[name, text]]));
      continue;
    }
    if (!loaded.cases.some(wanted)) continue;
    const { sources = [], values } = declared ?? {};
    const { environment = {}, unknown = [], secrets = [] } = values?.(loaded.settings) ?? {};
    if (unknown.length > 0) {
      const message = `${name} gives settings that ${profileName} does not have: ${unknown.join(', ')}.`;
      refuse([fault('CFG501', message, 'Correct their names under `settings`.')], new Map());
      continue;
    }
    const result = await runFile({ contract, profileFile, profileName, environment, sources, loaded, wanted, now });
    switch (result.kind) {
      case 'refused':
        refuse(result.diagnostics, result.sources);
        break;
      case 'unproven':
        found.unproven.push(name);
        host.err(`${name} is not run: ${result.reason}.\n`);
        break;
      case 'ran':
        found.files.push({ name, results: result.results, secrets });
        if (flags.format === 'text') host.out(reportText({ name, results: result.results, secrets }));
    }
  }
}
