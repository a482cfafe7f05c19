/**
 * A process that is killed at any statement of a write leaves either nothing or the whole document, and the repeat
 * finds out which.
 */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type DemoClaims, type DemoProfile, demoProfile, dialects } from '../../../support/demo.ts';
import { openDemo, type WritePath, writePaths } from '../../../support/demo-engine.ts';
import { byDepth, isDeep, spread } from '../../../support/depth.ts';
import type { DialectName } from '../../../support/kinds.ts';
import { callingDialects, callingProfile } from '../../../support/procedures.ts';
import type { ChildResult, ChildTask, CrashPoint } from './child.ts';
import { draft, idOf, invoice, payment, type WriteRequest, writeFaults } from './documents.ts';
import { ledgerFaults, tally } from './ledger.ts';

/** Runs a child process; `undefined` if it was killed. Rejects if it ended in another way. */
function runChild(task: ChildTask): Promise<ChildResult | undefined> {
  const file = join(import.meta.dirname, 'child.ts');
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [file, JSON.stringify(task)], { maxBuffer: 2 ** 26 }, (error, out, err) => {
      if (error?.signal === 'SIGKILL') resolve(undefined);
      else if (error) reject(new Error(`${error.message}\n${err}`));
      else resolve(JSON.parse(out));
    });
  });
}

/** A database with an engine in this process: a second replica that keeps running. */
interface Bench {
  readonly profile: DemoProfile;
  /** Path of the profile for the child process. */
  readonly fileFor: (path: WritePath) => string;
  /** An invoice that may be paid. */
  readonly payable: string;
  /** The id in the replica's answer, or the problem. */
  answer(request: WriteRequest): Promise<string>;
}

/** `atEnd` collects the clean-up of the test, which runs in reverse order. */
async function openBench(
  dialect: DialectName,
  { through, claims }: Kind,
  atEnd: (work: () => Promise<void>) => void,
): Promise<Bench> {
  const profile = await demoProfile({ dialect, claims });
  atEnd(() => profile.drop());
  const calling = through === 'procedures' ? await callingProfile(profile) : undefined;
  const replica = await openDemo(calling ?? profile.writesFile, { only: calling ? ['/sale-draft'] : writePaths });
  atEnd(() => replica.close());
  const answer = async (request: WriteRequest): Promise<string> => {
    const outcome = await replica.insist(request.path, request.body);
    return (outcome.ok ? idOf(request, outcome.json) : undefined) ?? JSON.stringify(outcome);
  };
  const payable = calling ? '' : await answer(invoice('PAYABLE'));
  return { profile, fileFor: (path) => calling ?? profile.onlyFile(path), answer, payable };
}

interface Kind {
  readonly kind: string;
  readonly through: 'statements' | 'procedures';
  readonly claims: DemoClaims;
  readonly least: number;
  /** Statements that PostgreSQL gets in one round trip with the statement before: the claim after BEGIN, the lookup and `prepare` after the claim, lines after the first, the lookup after the last step, COMMIT. */
  readonly together: number;
  readonly make: (number: number, payable: string) => WriteRequest;
}

/**
 * The kinds of documents, each with the statements that its transaction has at least: begin, claim and lookup; those of
 * the profile's `prepare`; those of its `write`; lookup, result and commit. Without claims there is no result, and on SQLite no
 * lock either.
 */
const claimed: readonly Omit<Kind, 'claims'>[] = [
  {
    kind: 'draft',
    through: 'statements',
    least: 3 + 2 + 5 + 3,
    together: 1 + 3 + 2 + 2,
    make: (number) => draft(`CRASH-${number}`),
  },
  {
    kind: 'invoice',
    through: 'statements',
    least: 3 + 2 + 6 + 3,
    together: 1 + 3 + 1 + 2,
    make: (number) => invoice(`CRASH-${number}`),
  },
  {
    kind: 'payment',
    through: 'statements',
    least: 3 + 2 + 6 + 3,
    together: 1 + 3 + 2,
    make: (number, payable) => payment(payable, `${number + 1}.07`),
  },
  {
    kind: 'draft',
    through: 'procedures',
    least: 3 + 2 + 5 + 3,
    together: 1 + 3 + 2,
    make: (number) => draft(`CRASH-${number}`),
  },
];
const kinds: readonly Kind[] = [
  ...claimed.map((kind) => ({ ...kind, claims: 'table' as const })),
  ...claimed
    .filter(({ kind, through }) => kind === 'payment' || through === 'procedures')
    .map((kind) => ({ ...kind, claims: 'lock' as const, least: kind.least - 2 })),
];

const isCommit = (statement: string): boolean => /((^|;\n)COMMIT$|\bcommit transaction;)/.test(statement);

const isCalling = (dialect: DialectName): boolean => callingDialects.some((calling) => calling === dialect);

/**
 * The moment after a statement is the moment before the next one, so that only the last one needs both. In the deep run each kind has
 * every sixth statement, each kind from another one on: together they have all.
 */
function pointsOf(statements: number, kind: number): readonly CrashPoint[] {
  const all: readonly CrashPoint[] = [
    ...Array.from({ length: statements }, (_, index) => ({ statement: index + 1, when: 'before' }) as const),
    { statement: statements, when: 'sent' },
    { statement: statements, when: 'after' },
  ];
  const inTurn = all.filter(({ when }, index) => when !== 'before' || index % 6 === kind % 6);
  return byDepth({ sample: spread(all, 2), deep: inTurn, all });
}

/** One kind of document on one database, through all the crash points that the write has there. */
interface Run {
  readonly dialect: DialectName;
  readonly bench: Bench;
  readonly points: readonly CrashPoint[];
  /** The number of the COMMIT; on MySQL its lock is given up after it. */
  readonly commit: number;
  /** Ids by number of the request. */
  readonly acknowledged: string[];
}

describe('kill -9 between any two statements', () => {
  const title = 'of a write: $kind by $through, claims: $claims';

  it.concurrent.for(isDeep ? kinds : kinds.slice(0, 1))(
    title,
    { timeout: 480_000 },
    async (crashKind, { onTestFinished }) => {
      const { kind, through, claims, least, together, make } = crashKind;
      const opened = await Promise.all(
        dialects
          .filter((dialect) => through === 'statements' || isCalling(dialect))
          .map(async (dialect) => ({ dialect, bench: await openBench(dialect, crashKind, onTestFinished) })),
      );
      const request = (number: number, { payable }: Bench) => make(number, payable);
      const child = async (
        some: typeof opened,
        numbers: readonly number[],
        crash?: (dialect: DialectName) => CrashPoint,
      ) => {
        const work = some.map(({ dialect, bench }) => {
          const requests = numbers.map((number) => request(number, bench)).map(({ path, body }) => ({ path, body }));
          const profile = bench.fileFor(request(0, bench).path);
          return [dialect, { profile, requests, ...(crash ? { crash: crash(dialect) } : {}) }] as const;
        });
        return runChild({ work: Object.fromEntries(work) });
      };

      const whole = await child(opened, [0]);
      const runs = opened.map(({ dialect, bench }): Run => {
        const statements = whole?.[dialect]?.statements ?? [];
        const sent = dialect === 'postgres' ? least - together : least;
        expect(statements.length, dialect).toBeGreaterThanOrEqual(sent);
        const commit = statements.findIndex(isCommit) + 1;
        const locked = dialect === 'mysql' && claims === 'lock';
        expect(statements.slice(commit - 1), dialect).toEqual([
          expect.anything(),
          ...(locked ? ['do release_lock(?)'] : []),
        ]);
        return {
          dialect,
          bench,
          points: pointsOf(statements.length, kinds.indexOf(crashKind)),
          commit,
          acknowledged: [],
        };
      });

      const rounds = Math.max(...runs.map(({ points }) => points.length));
      for (let index = 0; index < rounds; index += 1) {
        const number = index + 1;
        const some = runs.filter(({ points }) => points[index]);
        const tallies = () => Promise.all(some.map(({ bench }) => tally(bench.profile)));
        const pointOf = (dialect: DialectName): CrashPoint => {
          const point = some.find((run) => run.dialect === dialect)?.points[index];
          if (!point) throw new Error('There is no such crash point.');
          return point;
        };
        const before = await tallies();
        expect(await child(some, [number], pointOf), `was killed at point ${number}`).toBeUndefined();
        const counts = await tallies();
        for (const [place, { dialect, bench, commit, acknowledged }] of some.entries()) {
          const { statement, when } = pointOf(dialect);
          if (statement <= commit && when === 'before') expect(counts[place], dialect).toEqual(before[place]);
          if (statement > commit || when === 'after') expect(counts[place], dialect).not.toEqual(before[place]);
          // Of two neighbouring points one is taken over at once, the other one is left for a process that starts later.
          if (index % 2 === 0) acknowledged[number] = await bench.answer(request(number, bench));
        }
      }

      const numbers = Array.from({ length: rounds }, (_, index) => index + 1);
      const restarted = await child(opened, numbers);
      for (const { dialect, bench, points, acknowledged } of runs) {
        const faults: string[] = [];
        for (const [index, number] of numbers.entries()) {
          const sent = request(number, bench);
          const early = acknowledged[number];
          const late = [idOf(sent, restarted?.[dialect]?.answers[index] ?? '{}'), await bench.answer(sent)];
          faults.push(...(await writeFaults(bench.profile, sent, early === undefined ? late : [early, ...late])));
        }
        faults.push(...(await ledgerFaults(bench.profile)));
        process.stdout.write(
          `kill -9 in a write on ${dialect}: ${kind} by ${through}, claims: ${claims}, ${points.length} crash points\n`,
        );
        expect(faults, dialect).toEqual([]);
      }
    },
  );
});
