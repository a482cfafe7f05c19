/** A process that dies at any statement of a write leaves nothing or the whole document, and the repeat finds which. */
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DemoProfile, demoProfile } from '../support/demo.ts';
import { openDemo, writePaths } from '../support/demo-engine.ts';
import type { ChildResult, ChildTask, CrashPoint, HeldDialect } from './child.ts';
import { draft, idOf, invoice, payment, type WriteRequest, writeFaults } from './documents.ts';
import { ledgerFaults, tally } from './ledger.ts';

/** Compiled code of the children is kept between them: most of such a short life is loading. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'engine-compile-cache') };

/** Runs a child to its end; `undefined` where it was killed. Rejects where it ended in any other way. */
function runChild(task: ChildTask): Promise<ChildResult | undefined> {
  const file = join(import.meta.dirname, 'child.ts');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [file, JSON.stringify(task)], { env, maxBuffer: 2 ** 26 }, (error, out, err) => {
      if (error?.signal === 'SIGKILL') resolve(undefined);
      else if (error) reject(new Error(`${error.message}\n${err}`));
      else resolve(JSON.parse(out));
    });
  });
}

/** A database with an engine in this process: another replica, which runs all the while. */
interface Bench {
  readonly profile: DemoProfile;
  /** An invoice that may be paid. */
  readonly payable: string;
  /** The id in the replica's answer, or why there is none. */
  answer(request: WriteRequest): Promise<string>;
}

/** `atEnd` takes what the test has to do when it is over, latest first. */
async function openBench(dialect: HeldDialect, atEnd: (work: () => Promise<void>) => void): Promise<Bench> {
  const profile = await demoProfile({ dialect });
  atEnd(() => profile.drop());
  const replica = await openDemo(profile.writesFile, { only: writePaths });
  atEnd(() => replica.close());
  const answer = async (request: WriteRequest): Promise<string> => {
    const outcome = await replica.call(request.path, request.body);
    return (outcome.ok ? idOf(request, outcome.json) : undefined) ?? JSON.stringify(outcome);
  };
  return { profile, answer, payable: await answer(invoice('PAYABLE')) };
}

/**
 * The kinds of documents, each with the statements that its transaction has at least: begin, claim and look-up; those of
 * the profile's `prepare`; those of its `write`; look-up, result and commit.
 */
const kinds: readonly (readonly [string, number, (number: number, payable: string) => WriteRequest])[] = [
  ['draft', 3 + 2 + 5 + 3, (number) => draft(`CRASH-${number}`)],
  ['invoice', 3 + 2 + 6 + 3, (number) => invoice(`CRASH-${number}`)],
  ['payment', 3 + 2 + 6 + 3, (number, payable) => payment(payable, `${number + 1}.07`)],
];

describe('kill -9 between any two statements', () => {
  it.concurrent.for(kinds)('of a write: %s', { timeout: 240_000 }, async ([kind, least, make], { onTestFinished }) => {
    const benches = {
      sqlite: await openBench('sqlite', onTestFinished),
      postgres: await openBench('postgres', onTestFinished),
    };
    const onBoth = async <T>(work: (bench: Bench, dialect: HeldDialect) => Promise<T>) => ({
      sqlite: await work(benches.sqlite, 'sqlite'),
      postgres: await work(benches.postgres, 'postgres'),
    });
    const request = (number: number, { payable }: Bench) => make(number, payable);
    const child = async (numbers: readonly number[], crash?: CrashPoint) => {
      const work = await onBoth(async (bench) => ({
        profile: bench.profile.onlyFile(request(0, bench).path),
        requests: numbers.map((number) => request(number, bench)).map(({ path, body }) => ({ path, body })),
      }));
      return runChild({ work, ...(crash ? { crash } : {}) });
    };

    const whole = await child([0]);
    const statements = whole?.sqlite.statements.length ?? 0;
    expect(statements).toBeGreaterThanOrEqual(least);
    expect(whole?.postgres.statements).toHaveLength(statements);
    for (const dialect of ['sqlite', 'postgres'] as const) expect(whole?.[dialect].statements.at(-1)).toBe('COMMIT');

    // The moment after a statement is the moment before the next one, so that only the last one needs both.
    const points: readonly CrashPoint[] = [
      ...Array.from({ length: statements }, (_, index) => ({ statement: index + 1, when: 'before' }) as const),
      { statement: statements, when: 'sent' },
      { statement: statements, when: 'after' },
    ];
    const acknowledged: Record<HeldDialect, string>[] = [];
    for (const [index, point] of points.entries()) {
      const number = index + 1;
      const before = await onBoth(({ profile }) => tally(profile));
      expect(await child([number], point), `was killed ${point.when} statement ${point.statement}`).toBeUndefined();
      const found = await onBoth(({ profile }) => tally(profile));
      if (point.when === 'before') expect(found).toEqual(before);
      if (point.when === 'after') expect(found).not.toEqual(before);
      // Of two neighbouring points one is taken over at once, the other one is left for a process that starts later.
      if (index % 2 === 0) acknowledged[number] = await onBoth((bench) => bench.answer(request(number, bench)));
    }

    const numbers = [...points.keys()].map((index) => index + 1);
    const restarted = await child(numbers);
    const faults = await onBoth(async (bench, dialect) => {
      const list: string[] = [];
      for (const [index, number] of numbers.entries()) {
        const sent = request(number, bench);
        const early = acknowledged[number]?.[dialect];
        const late = [idOf(sent, restarted?.[dialect].answers[index] ?? '{}'), await bench.answer(sent)];
        list.push(...(await writeFaults(bench.profile, sent, early === undefined ? late : [early, ...late])));
      }
      return [...list, ...(await ledgerFaults(bench.profile))];
    });
    process.stdout.write(`kill -9 in a write: ${kind}, ${points.length} crash points on each database\n`);
    expect(faults).toEqual({ sqlite: [], postgres: [] });
    expect(points.length).toBeGreaterThan(statements);
  });
});
