/** `engine format`: the house style of profiles and cases. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { readText } from '../service/config/environment.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { UsageError } from './shared/usage.ts';

const examples = `
Examples:
  engine format acme.yaml cases/*.yaml    changes the files, and lists those that it has changed
  engine format --check acme.yaml         changes nothing, and fails if a file has another style

Only white space changes: indentation, the blanks at brackets, commas and colons, and empty lines. Comments, quotes, line breaks and the text of
statements stay. Editors format with the same rules.

Exit status: 0 on success; 1 if a file is no YAML, or with --check has another style; 2 for wrong usage.
`;

/** `engine format`: ends with 1 where a file cannot be formatted, with `--check` also where one would change. */
export function addFormat(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('format')
    .argument('<file...>', 'profiles and files of cases')
    .description('give profiles and cases the house style')
    .addOption(new Option('--check', 'list the files that would change, and change nothing'))
    .addHelpText('after', examples)
    .action(async (files: readonly string[], { check }: { readonly check?: true }) => {
      const results = await Promise.all(files.map((file) => formatFile(host, file, check === true)));
      const isIncomplete = results.includes('refused') || (check === true && results.includes('changed'));
      end(isIncomplete ? 1 : 0);
    });
}

async function formatFile(host: Host, name: string, isCheck: boolean): Promise<'equal' | 'changed' | 'refused'> {
  // Services and other verbs load nothing of it.
  const { formatYaml, withEdits } = await import('../workbench/language/index.ts');
  const file = resolve(host.cwd, name);
  const text = readText(file);
  if (text === undefined) throw new UsageError(`${name} cannot be read`);
  const edits = formatYaml(text);
  if (edits === undefined) {
    host.err(`${name} is not formatted: it is not one YAML document (engine check).\n`);
    return 'refused';
  }
  if (edits.length === 0) return 'equal';
  if (!isCheck) writeFileSync(file, withEdits(text, edits));
  host.out(`${name}\n`);
  return 'changed';
}
