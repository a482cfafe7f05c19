/** `engine schema`: the JSON Schemas of profiles, cases and engine.yaml, for editors. */
import { join } from 'node:path';
import { Argument, type Command, Option } from 'commander';
import { readText } from '../service/config/environment.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';

/** Files in the package by kind of schema. */
const files = {
  profile: 'engine/profile.schema.json',
  cases: 'engine/cases.schema.json',
  config: 'src/service/config/config.schema.json',
} as const;

const examples = `
Examples:
  engine schema > profile.schema.json
  engine schema --path                 # for editors: # yaml-language-server: $schema=<this path>
  engine schema cases --path           # for files in cases/; config is for engine.yaml
`;

/** `engine schema`: prints a file of the package, or its path. */
export function addSchema(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('schema')
    .addArgument(new Argument('[kind]', 'kind of document').choices(Object.keys(files)).default('profile'))
    .description('print the JSON Schema of profiles, cases or engine.yaml, for editors')
    .addOption(new Option('--path', 'print the path of the schema file in the installed program'))
    .addHelpText('after', examples)
    .action((kind: keyof typeof files, { path }: { readonly path?: true }) => {
      const file = join(host.packageRoot, files[kind]);
      host.out(path === true ? `${file}\n` : (readText(file) ?? ''));
      end(0);
    });
}
