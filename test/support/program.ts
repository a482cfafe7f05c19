/** The built program in a separate process, started like an operator starts it. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { compileCache } from './compile-cache.ts';

const dist = join(import.meta.dirname, '../../dist');

interface ProgramOptions {
  /** Limit on open files. */
  readonly openFiles?: number;
  /** The modules before they were bundled, so that a loader can change one of them. */
  readonly unbundled?: boolean;
  /** Folder of another version of the program, which is not bundled. */
  readonly version?: string | undefined;
}

export interface Program {
  readonly baseUrl: string;
  readonly pid: number;
  /** All output to stdout and stderr so far. */
  output(): string;
  /** Sends SIGTERM, and resolves with the exit status. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL and waits for the end; the process may have ended already. */
  kill(): Promise<void>;
}

/**
 * Serves a profile on a free loopback port with a separate store, and waits until it listens. Rejects with its output
 * if it does not. `profile`: a profile, or an engine.yaml with services.
 */
export async function startProgram(
  profile: string,
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
  nodeFlags: readonly string[] = [],
  { openFiles, version, unbundled = version !== undefined }: ProgramOptions = {},
): Promise<Program> {
  const { PATH = '', HOME = '' } = process.env;
  const entry = join(
    version === undefined ? dist : join(version, 'dist'),
    unbundled ? 'src/entry.js' : 'program/entry.js',
  );
  const store = join(dirname(profile), `store-${randomBytes(6).toString('hex')}.sqlite`);
  const named = basename(profile) === 'engine.yaml' ? '--config' : '--profile';
  const command = [process.execPath, ...nodeFlags, entry, named, profile, '--port', '0', ...flags];
  const limited = openFiles === undefined ? [] : ['sh', '-c', `ulimit -n ${openFiles}; exec "$@"`, 'sh'];
  const [program = '', ...args] = [...limited, ...command];
  const child = spawn(program, args, {
    cwd: dirname(profile),
    env: { PATH, HOME, TMPDIR: tmpdir(), NODE_COMPILE_CACHE: compileCache, ENGINE_STORE: store, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // No process may survive the test run.
  const abandon = (): void => void child.kill('SIGKILL');
  process.once('exit', abandon);
  child.once('exit', () => process.off('exit', abandon));
  let output = '';
  let isListening = false;
  const listening = Promise.withResolvers<string>();
  const read = (text: string): void => {
    output += text;
    // A search makes one string of all pieces: at each line of a long log, it would take most of the time of a load generator.
    const address = isListening ? undefined : /Listening on (\S+?),? /.exec(output)?.[1];
    if (address === undefined) return;
    isListening = true;
    listening.resolve(address);
  };
  child.stdout.setEncoding('utf8').on('data', read);
  child.stderr.setEncoding('utf8').on('data', read);
  const ended = once(child, 'exit');
  // After the last line of the log was read.
  const closed = once(child, 'close');
  child.on('exit', (status, signal) => {
    listening.reject(new Error(`The service ended (${signal ?? `status ${status}`}) before it listened:\n${output}`));
  });
  child.on('error', listening.reject);
  const baseUrl = await listening.promise;
  const { pid } = child;
  if (pid === undefined) throw new Error('The service has no process id.');
  const end = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    child.kill(signal);
    await (signal === 'SIGTERM' ? closed : ended);
    return child.exitCode;
  };
  return {
    baseUrl,
    pid,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: async () => void (await end('SIGKILL')),
  };
}
