/** `engine explain`: explains the codes of findings. */

import type { Command } from 'commander';
import { closest } from '../../engine/host/index.ts';
import { type Code, codeIndex, codes, explain, isCode } from '../../engine/tools/index.ts';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { UsageError } from './shared/usage.ts';

const examples = `
Examples:
  engine explain MAP101      explains a code: meaning, reason and what to do
  engine explain             lists all codes
`;

/** `engine explain`: without a code it lists all codes. Throws `UsageError` for an unknown code. */
export function addExplain(program: Command, host: Host, end: (status: ExitStatus) => void): void {
  program
    .command('explain')
    .argument('[code...]', 'codes of findings, such as MAP101')
    .description('explain the code of a finding')
    .addHelpText('after', examples)
    .action((given: readonly string[]) => {
      host.out(given.length === 0 ? codeIndex() : given.map((word) => explain(codeOf(word))).join('\n'));
      end(0);
    });
}

/** The code for a word in any case. Throws `UsageError` if there is none. */
function codeOf(word: string): Code {
  const code = word.toUpperCase();
  if (isCode(code)) return code;
  const near = closest(code, Object.keys(codes));
  const hint = near === undefined ? '"engine explain" lists all codes' : `did you mean ${near}?`;
  throw new UsageError(`there is no code "${word}" (${hint})`);
}
