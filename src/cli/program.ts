/** The command line of the executable `engine`. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { ExitStatus, Host } from '../service/lifecycle/host.ts';
import { addDemo } from './demo.ts';
import { type End, isWrongUsage, programWith, runProgram } from './root.ts';
import { addServe } from './serve.ts';

/** Whether anything says what to serve. Without it the service could only report what is missing. */
function isConfigured({ env, cwd }: Pick<Host, 'env' | 'cwd'>): boolean {
  const files = ['engine.yaml', '.env'].some((name) => existsSync(join(cwd, name)));
  return files || Object.keys(env).some((name) => name.startsWith('ENGINE_'));
}

/** Whether `argv` is a call of a verb that serves. It may still be wrong. */
function isServing(argv: readonly string[]): boolean {
  const [first = ''] = argv;
  if (argv.some((word) => ['--help', '-h', '--version', '-V'].includes(word))) return false;
  return first === '' || first.startsWith('-') || first === 'serve' || first === 'demo';
}

/** The command line with all verbs. They are loaded here, because a service needs none of their modules. */
async function completeProgram(host: Host, end: End): Promise<Command> {
  const { createProgram } = await import('./verbs.ts');
  return createProgram(host, end);
}

/** Runs the verb in `argv` (without the paths of node and the program). Resolves to the exit status when it has finished. */
export async function runCli(argv: readonly string[], host: Host): Promise<ExitStatus> {
  let status: ExitStatus = 0;
  const end: End = (code) => {
    status = code;
  };
  if (argv.length === 0 && !isConfigured(host)) {
    host.err((await completeProgram(host, end)).helpInformation());
    return 2;
  }
  if (isServing(argv)) {
    try {
      await programWith('engine', [addServe, addDemo], host, end).parseAsync([...argv], { from: 'user' });
      return status;
    } catch (error) {
      // Nothing has been served yet. The message of the complete program can name other verbs.
      if (!isWrongUsage(error)) throw error;
    }
  }
  await runProgram(await completeProgram(host, end), argv, host, end);
  return status;
}
