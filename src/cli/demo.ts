/** `engine demo`: serves the demo ERP, with a key of its own where none is configured. */
import type { Command } from 'commander';

import { digestOf, generateKey, type Key } from '../config/api-keys.ts';
import type { ExitStatus, Host } from '../service/host.ts';
import { runService } from '../service/run-service.ts';
import { addSettingFlags, givenFlags } from './shared/flags.ts';

const examples = `
Examples:
  engine demo               prints a key, and a curl to try
  engine demo --port 0      listens on any free port
`;

export function addDemo(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const command = program.command('demo').description('serve the demo ERP, with a key made for this run');
  addSettingFlags(command, (setting) => setting !== 'profile')
    .addHelpText('after', examples)
    .action(async () => {
      const secret = generateKey();
      const made: Key = { name: 'demo', app: 'both', digest: digestOf(secret.reveal()), until: undefined };
      end(
        await runService(host, {
          flags: { ...givenFlags(command), profile: 'demo' },
          needsKey: false,
          extraKeys: (config) => (config.keys.length === 0 ? [made] : []),
          announce: (address, config) => {
            const key = config.keys.length === 0 ? secret.reveal() : undefined;
            host.out(welcome(address, key));
          },
        }),
      );
    });
}

/** What the user sees when the demo runs. `key` is undefined when the configuration has keys, which are not printed. */
export function welcome(address: string, key: string | undefined): string {
  const reachable = address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  const shown = key === undefined ? 'as configured' : `${key}  (made for this run)`;
  return [
    `Listening on ${address}, profile demo`,
    `API key: ${shown}`,
    '',
    'Try it, in another terminal:',
    '',
    `curl -sS ${reachable}/catalog/products/search \\`,
    `  -H 'Authorization: Bearer ${key ?? '<your key>'}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"schemaVersion":"1","query":"","limit":3}'`,
    '',
    'Ctrl-C stops the service.',
    '',
  ].join('\n');
}
