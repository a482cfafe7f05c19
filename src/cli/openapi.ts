/** `engine openapi`: prints the contract as an OpenAPI document. */
import { type Command, Option } from 'commander';

import type { ExitStatus, Host } from '../service/lifecycle/host.ts';

const examples = `
Examples:
  engine openapi > openapi.json
  engine openapi --operators > operators-api.json
`;

/** `engine openapi`: JSON, indented by two spaces. */
export function addOpenApi(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('openapi')
    .description('print the OpenAPI document of the contract')
    .addOption(new Option('--operators', 'print that of the API for operators'))
    .addHelpText('after', examples)
    .action(async ({ operators }: { readonly operators?: true }) => {
      const { companiesOpenApi } = await import('../service/companies/api/openapi.ts');
      host.out(`${JSON.stringify(operators ? companiesOpenApi() : await host.openApi(), null, 2)}\n`);
      end(0);
    });
}
