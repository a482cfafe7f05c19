/** `engine openapi`: prints the contract as an OpenAPI document. */
import type { Command } from 'commander';

import type { ExitStatus, Host } from '../service/lifecycle/host.ts';

const examples = `
Example:
  engine openapi > openapi.json
`;

/** `engine openapi`: JSON, indented by two spaces. */
export function addOpenApi(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('openapi')
    .description('print the OpenAPI document of the contract')
    .addHelpText('after', examples)
    .action(async () => {
      host.out(`${JSON.stringify(await host.openApi(), null, 2)}\n`);
      end(0);
    });
}
