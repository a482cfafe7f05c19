/** `engine key`: generates an API key and its entry for engine.yaml. */
import { type Command, Option } from 'commander';

import { digestOf, generateKey, keyApps } from '../service/config/api-keys.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';

const examples = `
Examples:
  engine key
  engine key --name ordering-2027 --app ordering
`;

/** `engine key`: the key is shown once and not stored; engine.yaml holds its digest. */
export function addKey(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('key')
    .description('generate an API key, and print it with its entry for engine.yaml')
    .addOption(new Option('--name <name>', 'name of the key in logs').default('key-1'))
    .addOption(
      new Option('--app <app>', 'app of the platform that the key authorises').choices(keyApps).default('both'),
    )
    .addHelpText('after', examples)
    .action(({ name, app }: { readonly name: string; readonly app: string }) => {
      host.out(keyText(generateKey().reveal(), name, app));
      end(0);
    });
}

/** The printed text. The key cannot be recovered from its digest. */
function keyText(key: string, name: string, app: string): string {
  return [
    'API key (it is shown only once):',
    '',
    `  ${key}`,
    '',
    'Entry for engine.yaml:',
    '',
    'keys:',
    `  - name: ${/^[A-Za-z][\w-]*$/.test(name) ? name : JSON.stringify(name)}`,
    `    app: ${app}`,
    `    sha256: ${Buffer.from(digestOf(key)).toString('hex')}`,
    '',
  ].join('\n');
}
