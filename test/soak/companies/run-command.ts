/** Commands of an operator, beside running services. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';

const entry = join(import.meta.dirname, '../../../dist/program/entry.js');

export interface CommandPlace {
  /** Path of engine.yaml. */
  readonly file: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** Runs the built program. Its output to stdout. Rejects with its errors if it fails. */
export async function runCommand(
  { file, environment }: CommandPlace,
  args: readonly string[],
  input = '',
): Promise<string> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: dirname(file),
    env: { PATH, HOME, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdin.end(input);
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`engine ${args.join(' ')} ended with ${status}: ${errors}`);
  return output;
}
