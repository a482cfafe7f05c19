/** `engine completion`: prints shell scripts that complete verbs, flags and their values. */
import { Argument, type Command } from 'commander';
import type { ExitStatus, Host } from '../../service/lifecycle/host.ts';
import { bashScript, zshScript } from './bash.ts';
import { fishScript } from './fish.ts';
import { knownWords } from './known-words.ts';
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
    .action(async (shell: (typeof shells)[number]) => {
      host.out(scripts[shell](verbsOf(program, await knownWords(host))));
      end(0);
    });
}
