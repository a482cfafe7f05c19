/** Replicas with many companies: processes that are killed and started again, and a balancer that sends requests to those that run. */
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../src/workbench/testing/servers/local-server.ts';
import type { Random } from '../../src/workbench/checks/conformance/random.ts';
import { residentMb } from '../../support/process-figures.ts';
import { type Program, startProgram } from '../../support/program.ts';
import type { Balancer } from './traffic.ts';

export interface Sample {
  /** Seconds since the start of the traffic. */
  readonly second: number;
  /** Resident memory of each replica in MB; undefined while it does not run. */
  readonly resident: readonly (number | undefined)[];
  /** Connections at the database server. */
  readonly connections: number;
  /** Transactions at the database server since its start. */
  readonly transactions: number;
}

export interface Replicas {
  readonly balancer: Balancer;
  /** From the start of a process until it listens, in milliseconds. */
  readonly startMs: readonly number[];
  readonly running: () => readonly Program[];
  /** SIGKILL of one, and its restart. */
  kill(index: number): Promise<void>;
  /** Port of the listener for consents of one that runs; undefined while there is none. */
  connectPort(): number | undefined;
  /** In MB, of each. */
  resident(): readonly (number | undefined)[];
  /** SIGTERM; the exit statuses. */
  stop(): Promise<readonly (number | null)[]>;
  /** All output so far. */
  output(): string;
}

interface ReplicaOptions {
  /** Path of engine.yaml. */
  readonly file: string;
  readonly count: number;
  readonly environment: Readonly<Record<string, string>>;
  readonly random: Random;
}

/** Starts them one after the other. */
export async function startReplicas({ file, count, environment, random }: ReplicaOptions): Promise<Replicas> {
  const programs: (Program | undefined)[] = [];
  const startMs: number[] = [];
  let output = '';

  /** Their memory cannot be read any more. */
  const ending = new Set<Program>();
  const connectPorts = new Map<Program, number>();

  async function start(): Promise<Program> {
    const begin = performance.now();
    const port = await freePort();
    const program = await startProgram(file, environment, ['--connect-port', String(port)]);
    startMs.push(performance.now() - begin);
    connectPorts.set(program, port);
    return program;
  }
  for (let index = 0; index < count; index += 1) programs.push(await start());
  const running = (): readonly Program[] => programs.flatMap((program) => program ?? []);

  return {
    startMs,
    running,
    balancer(except) {
      const bases = running().map(({ baseUrl }) => baseUrl);
      const others = bases.filter((base) => base !== except);
      const choices = others.length > 0 ? others : bases;
      return choices[random.below(choices.length)];
    },
    async kill(index) {
      const program = programs[index];
      if (program === undefined) return;
      ending.add(program);
      const killed = program.kill();
      // A load balancer notices a little later.
      await sleep(200);
      programs[index] = undefined;
      await killed;
      output += program.output();
      programs[index] = await start();
    },
    connectPort() {
      const [program] = running();
      return program && connectPorts.get(program);
    },
    resident: () =>
      programs.map((program) => (program === undefined || ending.has(program) ? undefined : residentMb(program.pid))),
    async stop() {
      const last = running();
      programs.length = 0;
      const stopped = await Promise.all(last.map((program) => program.stop()));
      output += last.map((program) => program.output()).join('');
      return stopped;
    },
    output: () => output,
  };
}
