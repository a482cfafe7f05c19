/** `engine serve`, the default verb: serves a profile. */
import type { Command } from 'commander';
import { serviceText } from '../service/lifecycle/announce.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { serve } from '../service/lifecycle/serve.ts';
import { addSettingFlags, givenFlags } from './shared/flags.ts';
import { refuseVerb } from './shared/usage.ts';

const examples = `
Examples:
  engine --profile acme.yaml                                the verb is optional
  engine serve --profile acme.yaml --port 8443 --tls-cert cert.pem --tls-key key.pem

Exit status: 0 after a clean stop; 78 if the profile or the configuration has an error, so that a restart does not help; 1 if the service
cannot start for another reason; 2 for wrong usage.
`;

/** `engine serve`, also without a verb. Ends when the service has stopped; throws `UsageError` for an unknown verb. */
export function addServe(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  const command = program.command('serve', { isDefault: true }).description('serve a profile (the default verb)');
  addSettingFlags(command)
    .addHelpText('after', examples)
    .allowExcessArguments(true)
    .action(async () => {
      refuseVerb(program, command.args);
      end(
        await serve(host, {
          flags: givenFlags(command),
          needsKey: true,
          extraKeys: () => [],
          announce: (address, { services }) => {
            const [only] = services;
            const names = services.map(serviceText).join(', ') || 'none yet';
            const isSingle = only !== undefined && only.name === undefined;
            const what = isSingle ? `profile ${only.settings.profile}` : `services: ${names}`;
            host.out(`Listening on ${address}, ${what}\n`);
          },
        }),
      );
    });
}
