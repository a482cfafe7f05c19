/** Executes the steps of a tutorial in a separate folder, with this program as `npx engine`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { isMap, parseDocument } from 'yaml';
import { freePort } from '../../src/workbench/testing/servers/local-server.ts';
import { until } from '../src/service/server/fixture.ts';
import { compileCache } from '../support/compile-cache.ts';
import { root } from './blocks.ts';
import { looksLike, type Step } from './steps.ts';

export interface Reader {
  /** Does one step; rejects where it does not come out as the document says, with what came. */
  readonly follow: (step: Step) => Promise<void>;
  /** Ends the services that were started, and waits for their end. */
  readonly endServices: () => Promise<void>;
}

/** Documents say 8080, the port of services that are told none; here it is any port that is free. */
const shownPort = '8080';

/** A reader who has the project in `folder`. */
export async function readerIn(folder: string): Promise<Reader> {
  const port = String(await freePort());
  const bin = join(folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  const engine = `#!/bin/sh\nshift\nexec "${process.execPath}" "${join(root, 'dist/program/entry.js')}" "$@"\n`;
  writeFileSync(join(bin, 'npx'), engine, { mode: 0o755 });
  const env = {
    PATH: `${bin}:/usr/bin:/bin`,
    HOME: folder,
    ENGINE_PORT: port,
    TMPDIR: tmpdir(),
    NODE_COMPILE_CACHE: compileCache,
  };
  const shell = (script: string, detached: boolean): ChildProcess =>
    spawn('/bin/bash', ['-e', '-o', 'pipefail', '-c', `exec 2>&1\n${script.replaceAll(shownPort, port)}`], {
      cwd: folder,
      env,
      detached,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  let services: ChildProcess[] = [];

  const serve = async ({ place, text }: Step): Promise<void> => {
    const child = shell(text, true);
    services.push(child);
    let output = '';
    child.stdout?.setEncoding('utf8').on('data', (more: string) => {
      output += more;
    });
    await until(() => output.includes('Listening on ') || child.exitCode !== null || undefined);
    if (child.exitCode !== null) throw new Error(`${place}: the service ended:\n${output}`);
  };

  const run = async ({ place, text }: Step, exit: number, shown: string | undefined): Promise<void> => {
    const child = shell(text, false);
    const ended = once(child, 'close');
    const output = child.stdout === null ? '' : (await textOf(child.stdout)).replaceAll(port, shownPort);
    await ended;
    if (child.exitCode !== exit) throw new Error(`${place}: exit status ${child.exitCode}, not ${exit}:\n${output}`);
    if (shown !== undefined && !looksLike(output, shown))
      throw new Error(`${place} shows\n${shown}\nand what came is\n${output}`);
  };

  return {
    follow: async (step) => {
      switch (step.does) {
        case 'write': {
          const file = join(folder, step.path);
          mkdirSync(dirname(file), { recursive: true });
          return writeFileSync(file, step.text);
        }
        case 'change': {
          const file = join(folder, step.path);
          return writeFileSync(file, changed(readFileSync(file, 'utf8'), step.text));
        }
        case 'serve':
          return serve(step);
        case 'run':
          return run(step, step.exit, step.shown);
      }
    },
    endServices: async () => {
      const running = services.filter(({ exitCode }) => exitCode === null);
      services = [];
      // The whole group: the shell, and the program that it has started.
      for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGTERM');
      await Promise.all(running.map((child) => once(child, 'exit')));
    },
  };
}

/** A profile with parts put in the place of those of the same name: endpoints, or keys of the profile itself. */
function changed(profile: string, parts: string): string {
  const document = parseDocument(profile);
  const { contents } = parseDocument(parts);
  if (!isMap(contents)) throw new Error(`No map to put into the profile:\n${parts}`);
  for (const { key, value } of contents.items) {
    const name = String(key);
    document.setIn(name.startsWith('/') ? ['endpoints', name] : [name], value);
  }
  return document.toString({ lineWidth: 0 });
}
