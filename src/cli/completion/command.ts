/** `engine completion`: prints shell scripts that complete verbs, flags, endpoints and profiles. */
import { Argument, type Command } from 'commander';
import { shippedProfiles } from '../../config/locate-profile.ts';
import type { ExitStatus, Host } from '../../service/host.ts';
import { bashScript, zshScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { type Verb, verbsOf } from './model.ts';

const shells = ['bash', 'zsh', 'fish'] as const;

const scripts: Readonly<Record<(typeof shells)[number], (verbs: readonly Verb[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
};

const examples = `
Examples:
  source <(engine completion bash)    for ~/.bashrc
  source <(engine completion zsh)     for ~/.zshrc
  engine completion fish | source     for ~/.config/fish/config.fish
`;

export function addCompletion(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('completion')
    .addArgument(new Argument('<shell>', 'name of the shell').choices(shells))
    .description('print a completion script for a shell')
    .addHelpText('after', examples)
    .action((shell: (typeof shells)[number]) => {
      const endpoints = host.contract.endpoints.flatMap(({ path, answer }) =>
        answer.kind === 'service' ? [] : [path],
      );
      host.out(scripts[shell](verbsOf(program, { endpoints, profiles: shippedProfiles(host.packageRoot) })));
      end(0);
    });
}
