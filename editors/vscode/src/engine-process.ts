/** Processes of the engine: they are started with pipes, and ended by their id. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { EngineCommand } from './engine-command.ts';

type EngineProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** `folder`: the working directory. */
export function startEngine({ command, args, shell }: EngineCommand, folder: string): EngineProcess {
  return spawn(command, [...args], { cwd: folder, shell, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** Asks a process to end. On Windows its children are ended too: a signal would end the shell alone. */
export function endEngine(child: EngineProcess): void {
  if (child.pid === undefined || child.exitCode !== null) return;
  if (process.platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'], { stdio: 'ignore' });
  else child.kill('SIGTERM');
}

interface EngineOutput {
  readonly out: string;
  readonly err: string;
}

/** Runs the engine to its end. Rejects if it cannot be started. `signal` ends it early. */
export function runEngine(command: EngineCommand, folder: string, signal: AbortSignal): Promise<EngineOutput> {
  return new Promise((resolve, reject) => {
    const child = startEngine(command, folder);
    const texts = { out: '', err: '' };
    child.stdin.end();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      texts.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      texts.err += text;
    });
    const end = (): void => endEngine(child);
    signal.addEventListener('abort', end, { once: true });
    child.on('error', reject);
    child.on('close', () => {
      signal.removeEventListener('abort', end);
      resolve(texts);
    });
  });
}
