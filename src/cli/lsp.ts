/** `engine lsp`: the language server of profiles, for editors. */
import type { Command } from 'commander';
import type { ExitStatus, Host } from '../service/host.ts';
import { UsageError } from './shared/usage.ts';

const examples = `
Examples:
  engine lsp                      an editor starts it and talks to it over standard input and output

Finds what \`engine check\` finds, while you type. docs/editors.md says how to set up an editor.
`;

export function addLsp(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('lsp')
    .description('serve editors: findings, completion and navigation while a profile is written')
    .addHelpText('after', examples)
    .action(async () => {
      if (host.streams === undefined) throw new UsageError('an editor starts this command');
      // Only this command loads the server.
      const { openLanguageService, serveEditor } = await import('../lsp/index.ts');
      const { version, packageRoot } = host;
      const createService = (folder: string | undefined) => openLanguageService(host, folder);
      await serveEditor({ ...host.streams, version, packageRoot, createService });
      end(0);
    });
}
