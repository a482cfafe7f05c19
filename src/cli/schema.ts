/** `engine schema`: the JSON Schema of profiles, for editors. */
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { readText } from '../config/environment.ts';
import type { ExitStatus, Host } from './host.ts';

const examples = `
Examples:
  engine schema > profile.schema.json
  engine schema --path                 # for an editor: # yaml-language-server: $schema=<this path>
`;

export function addSchema(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('schema')
    .description('print the JSON Schema of profiles')
    .addOption(new Option('--path', 'print the path of the schema that comes with the program'))
    .addHelpText('after', examples)
    .action(({ path }: { readonly path?: true }) => {
      const file = join(host.packageRoot, 'engine', 'profile.schema.json');
      host.out(path === true ? `${file}\n` : (readText(file) ?? ''));
      end(0);
    });
}
