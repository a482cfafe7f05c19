/** `engine demo`: serves the demo ERP, with a generated key if none is configured. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';

import { digestOf, generateKey, type Key } from '../service/config/api-keys.ts';
import { demoFiles, isWritable, temporaryFolder } from '../service/config/demo-files.ts';
import { onlyService } from '../service/config/load.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { serve } from '../service/lifecycle/serve.ts';
import { addSettingFlags, givenFlags } from './shared/flags.ts';

const examples = `
Examples:
  engine demo               prints a key and an example call
  engine demo --port 0      listens on a free port

The demo ERP is a SQLite file: DEMO_DATABASE, or one in the package. A user who may not write there gets one in a new temporary folder.
`;

/** `engine demo`: as `serve`, with files in a temporary folder where the package is not writable. */
export function addDemo(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const command = program.command('demo').description('serve the demo ERP with a generated API key');
  addSettingFlags(command, (setting) => setting !== 'profile')
    .addHelpText('after', examples)
    .action(async () => {
      const secret = generateKey();
      const generated: Key = { name: 'demo', app: 'both', digest: digestOf(secret.reveal()), until: undefined };
      const given = givenFlags(command);
      const files = demoFiles({ ...host, hasStore: hasStore(host, given) }, isWritable, temporaryFolder);
      end(
        await serve(
          { ...host, env: { ...host.env, ...files } },
          {
            flags: { ...given, profile: 'demo' },
            needsKey: false,
            extraKeys: (config) => (config.keys.length === 0 ? [generated] : []),
            announce: (address, configuration) => {
              const key = onlyService(configuration).keys.length === 0 ? secret.reveal() : undefined;
              host.out(welcome(address, key));
              for (const file of Object.values(files)) host.out(`The demo keeps its data in ${file}.\n`);
            },
          },
        ),
      );
    });
}

/** Whether the store of the demo is configured. */
function hasStore({ env, cwd }: Host, { store, config }: Readonly<Record<string, string | undefined>>): boolean {
  const isNamed = [store, config, env.ENGINE_STORE, env.ENGINE_STORE_FILE].some((value) => value !== undefined);
  return isNamed || ['engine.yaml', '.env'].some((name) => existsSync(join(cwd, name)));
}

/** The text for the user of the running demo. `key` is undefined if the configuration has keys; those are never printed. */
function welcome(address: string, key: string | undefined): string {
  const reachable = address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  const shown = key === undefined ? 'as configured' : `${key}  (generated for this run)`;
  return [
    `Listening on ${address}, profile demo`,
    `API key: ${shown}`,
    '',
    'Try it in another terminal:',
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
