/**
 * `npm run real -- <erp>`: starts a real ERP, fills it through its own API, and compares every figure of every read endpoint with what the ERP's
 * own classes say; then the sandbox with writes, trials of the ERP's own, then the figures again.
 *
 *   --read-only       no sandbox, no trials
 *   --currency CODE   of pushed documents, EUR by default
 *   --kills N         instead of all this, kills the service N times while documents are pushed; --seed N repeats a run
 *   --kill-erp N      the same with processes of the ERP in place of the service
 *
 * Exit status 1 if a figure differs or a check fails, 2 if the ERP is not on this machine.
 */
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { nameOf } from '../../src/workbench/checks/core/check.ts';
import { reasonIn } from '../../src/workbench/checks/core/outcome.ts';
import type { CheckResult } from '../../src/workbench/checks/core/run-checks.ts';
import type { Compared, Difference } from './compared.ts';
import type { RealErp, Trial } from './erp.ts';
import { erps } from './erps.ts';
import { runKills } from './kills.ts';
import { randomFrom } from './random.ts';
import { type ReportedPart, runReal } from './run.ts';

const mostShown = 20;

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const warn = (line: string): boolean => process.stderr.write(`${line}\n`);

const differenceLine = ({ path, request, at, answered, expected }: Difference): string =>
  `  ${path} ${JSON.stringify(request)} ${at}: answered ${answered}, the ERP says ${expected}`;

function printFigures(when: string, compared: readonly Compared[]): boolean {
  const differences = compared.flatMap((one) => one.differences);
  const figures = compared.reduce((sum, one) => sum + one.figures, 0);
  say(`Figures, ${when}: ${figures} compared, ${differences.length} different.`);
  for (const { path, calls, ...one } of compared)
    say(`  ${path.padEnd(30)} ${calls} calls, ${one.figures} figures, ${one.differences.length} different`);
  for (const one of differences.slice(0, mostShown)) say(differenceLine(one));
  if (differences.length > mostShown) say(`  and ${differences.length - mostShown} more`);
  return differences.length === 0;
}

function printSandbox(results: readonly CheckResult[]): boolean {
  const count = (kind: CheckResult['outcome']['kind']): number =>
    results.filter(({ outcome }) => outcome.kind === kind).length;
  const total = results.length;
  say(`Sandbox: ${count('passed')} of ${total} checks passed, ${count('failed')} failed.`);
  for (const { check, outcome } of results) {
    if (outcome.kind === 'failed')
      for (const { path, message } of outcome.findings) say(`  FAIL ${nameOf(check)}: ${path} ${message}`);
    else if (outcome.kind !== 'passed') say(`  ${outcome.kind}: ${nameOf(check)}: ${reasonIn(outcome)}`);
  }
  return count('failed') === 0;
}

function printTrials(trials: readonly Trial[]): boolean {
  for (const { title, wrong } of trials) {
    say(`  ${wrong.length === 0 ? 'ok  ' : 'FAIL'} ${title}`);
    for (const fault of wrong) say(`         ${fault}`);
  }
  return trials.every(({ wrong }) => wrong.length === 0);
}

/** Prints a part of the run; returns whether all of it is right. */
function print(part: ReportedPart): boolean {
  switch (part.kind) {
    case 'figures':
      return printFigures(part.when, part.compared);
    case 'sandbox':
      return printSandbox(part.results);
    case 'trials':
      return printTrials(part.trials);
  }
}

/** Kills processes of the service or of the ERP, prints the faults, and returns the exit status. */
async function killed(erp: RealErp, kills: number, seed: number, ofErp: boolean): Promise<number> {
  say(`Seed ${seed}.${ofErp ? ` Killed in turn: ${erp.kills?.processes?.map(({ title }) => title).join(', ')}.` : ''}`);
  const report = (done: number): unknown => done % 20 === 0 && say(`  ${done} killed`);
  const { keys, cut, acknowledged, waits, wrong } = await runKills(erp, {
    kills,
    ofErp,
    random: randomFrom(seed),
    report,
  });
  say(`${kills} kills, ${keys} keys, ${cut} requests left open, ${acknowledged} acknowledged: ${wrong.length} faults.`);
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number): string => ((sorted[Math.ceil(share * sorted.length) - 1] ?? 0) / 1000).toFixed(1);
  say(
    `${sorted.length} keys were left open. From the last kill to the answer: median ${at(0.5)} s, p95 ${at(0.95)} s, longest ${at(1)} s.`,
  );
  for (const one of wrong) say(`  ${one}`);
  return wrong.length === 0 ? 0 : 1;
}

async function main(): Promise<number> {
  const options = {
    'read-only': { type: 'boolean' },
    currency: { type: 'string', default: 'EUR' },
    kills: { type: 'string' },
    'kill-erp': { type: 'string' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
  } as const;
  const { positionals, values } = parseArgs({ options, allowPositionals: true });
  const start = erps[positionals[0] ?? ''];
  if (start === undefined) {
    warn(`Name an ERP: npm run real -- ${Object.keys(erps).join(' | ')}`);
    return 2;
  }
  const started = await start(process.env);
  if (started.kind === 'missing') {
    warn(`Not run: ${started.reason}. ${started.cure}`);
    return 2;
  }
  const { erp } = started;
  // The servers of an ERP are processes of their own group, which Ctrl-C does not reach.
  process.once('SIGINT', () => void erp.close().finally(() => process.exit(130)));
  say(`${erp.version}, profile ${erp.profile}`);
  const kills = values.kills ?? values['kill-erp'];
  if (kills !== undefined) {
    try {
      return await killed(erp, Number(kills), Number(values.seed), values.kills === undefined);
    } finally {
      await erp.close();
    }
  }
  let isRight = true;
  const report = (part: ReportedPart): void => {
    isRight = print(part) && isRight;
  };
  try {
    await runReal(erp, { writes: values['read-only'] !== true, currency: values.currency, report });
  } finally {
    await erp.close();
  }
  return isRight ? 0 : 1;
}

process.exitCode = await main();
