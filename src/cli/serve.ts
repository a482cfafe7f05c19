/** `engine serve`, the default verb: serves a profile. */
import type { Command } from 'commander';

import { addSettingFlags, givenFlags } from './flags.ts';
import type { ExitStatus, Host } from './host.ts';
import { runService } from './run-service.ts';
import { refuseVerb } from './usage.ts';

export function addServe(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const command = program.command('serve', { isDefault: true }).description('serve a profile (the default verb)');
  addSettingFlags(command)
    .allowExcessArguments(true)
    .action(async () => {
      refuseVerb(program, command.args);
      end(
        await runService(host, {
          flags: givenFlags(command),
          needsKey: true,
          extraKeys: () => [],
          announce: (address, config) => host.out(`Listening on ${address}, profile ${config.settings.profile}\n`),
        }),
      );
    });
}
