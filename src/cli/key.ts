/** `engine key`: generates an API key and its entry for engine.yaml, or a credential of the API for operators. */
import { type Command, Option } from 'commander';

import { digestOf, generateKey, keyApps } from '../service/config/api-keys.ts';
import { operatorScopes } from '../service/config/operator-keys.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';

const examples = `
Examples:
  engine key
  engine key --name ordering-2027 --app ordering
  engine key --name anna --operator write
`;

interface KeyFlags {
  readonly name: string;
  readonly app: string;
  readonly operator?: string;
}

/** `engine key`: the key is shown once and not stored; engine.yaml holds its digest. */
export function addKey(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('key')
    .description('generate an API key, and print it with its entry for engine.yaml')
    .addOption(new Option('--name <name>', 'name of the key in logs').default('key-1'))
    .addOption(
      new Option('--app <app>', 'app of the platform that the key authorises').choices(keyApps).default('both'),
    )
    .addOption(
      new Option('--operator <scope>', 'make a credential of the API for operators instead').choices(operatorScopes),
    )
    .addHelpText('after', examples)
    .action(({ name, app, operator }: KeyFlags) => {
      const key = generateKey().reveal();
      host.out(operator === undefined ? keyText(key, name, app) : operatorKeyText(key, name, operator));
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
    `  - name: ${nameText(name)}`,
    `    app: ${app}`,
    `    sha256: ${digestText(key)}`,
    '',
  ].join('\n');
}

function operatorKeyText(key: string, name: string, scope: string): string {
  return [
    'Credential of the API for operators (it is shown only once):',
    '',
    `  ${key}`,
    '',
    'Entry for the file of operatorKeyFile:',
    '',
    `- name: ${nameText(name)}`,
    `  scope: ${scope}`,
    `  sha256: ${digestText(key)}`,
    '',
  ].join('\n');
}

const nameText = (name: string): string => (/^[A-Za-z][\w-]*$/.test(name) ? name : JSON.stringify(name));

const digestText = (key: string): string => Buffer.from(digestOf(key)).toString('hex');
