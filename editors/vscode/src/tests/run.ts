/** Runs selected cases with `engine test`, and reports their results. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import * as vscode from 'vscode';
import { engineCommand, folderOf } from '../engine-command.ts';
import { runEngine } from '../engine-process.ts';
import { readLcov } from './coverage.ts';
import { comparedTexts, type ReportedCase, readReport } from './report.ts';
import { caseItem, targetOf } from './tree.ts';

/** The items of cases below an item. */
function casesBelow(item: vscode.TestItem): readonly vscode.TestItem[] {
  if (targetOf(item)?.kind === 'case') return [item];
  return [...item.children].flatMap(([, child]) => casesBelow(child));
}

const rootOf = (item: vscode.TestItem): vscode.TestItem => (item.parent === undefined ? item : rootOf(item.parent));

/** What is run together: the cases of one profile. */
export interface ProfileSelection {
  readonly root: vscode.TestItem;
  readonly cases: ReadonlySet<vscode.TestItem>;
}

/** The selected cases by profile. */
export function selectCases(
  controller: vscode.TestController,
  { include, exclude = [] }: vscode.TestRunRequest,
): readonly ProfileSelection[] {
  const excluded = new Set(exclude.flatMap(casesBelow));
  const items = include ?? [...controller.items].map(([, item]) => item);
  const cases = items.flatMap(casesBelow).filter((item) => !excluded.has(item));
  const roots = [...new Set(cases.map(rootOf))];
  return roots.map((root) => ({ root, cases: new Set(cases.filter((item) => rootOf(item) === root)) }));
}

/** Arguments that select the cases of one endpoint, or one case by its title, so that no others are run without need. */
function filterOf(cases: ReadonlySet<vscode.TestItem>): readonly string[] {
  const targets = [...cases].map(targetOf).filter((target) => target?.kind === 'case');
  const [first] = targets;
  if (first === undefined || targets.some((target) => target?.endpoint !== first.endpoint)) return [];
  return ['--only', first.endpoint, ...(targets.length === 1 ? ['--filter', first.title] : [])];
}

function messageOf({ title, reasons, comparison, place }: ReportedCase, folder: string): vscode.TestMessage {
  const { expected, received } = comparedTexts(comparison);
  const text = reasons.join('\n');
  const message =
    comparison.length === 0
      ? new vscode.TestMessage(text === '' ? title : text)
      : vscode.TestMessage.diff(text === '' ? 'The answer differs.' : text, expected, received);
  if (place !== undefined) {
    const file = isAbsolute(place.file) ? place.file : join(folder, place.file);
    message.location = new vscode.Location(vscode.Uri.file(file), new vscode.Position(place.line - 1, 0));
  }
  return message;
}

const terminalText = (text: string): string => `${text.replaceAll(/\r?\n/g, '\r\n')}\r\n`;

function report(run: vscode.TestRun, item: vscode.TestItem, entry: ReportedCase, folder: string): void {
  switch (entry.verdict) {
    case 'passed':
      run.passed(item, entry.ms);
      break;
    case 'failed':
      for (const { label, text } of entry.details) run.appendOutput(terminalText(`${label}\n${text}`), undefined, item);
      run.failed(item, messageOf(entry, folder), entry.ms);
      break;
    default:
      for (const reason of entry.reasons) run.appendOutput(terminalText(reason), undefined, item);
      run.skipped(item);
  }
}

/** Coverage of a file with the lines that it was made of. */
export class ProfileCoverage extends vscode.FileCoverage {
  readonly lines: vscode.StatementCoverage[];

  constructor(uri: vscode.Uri, lines: vscode.StatementCoverage[]) {
    super(uri, vscode.FileCoverage.fromDetails(uri, lines).statementCoverage);
    this.lines = lines;
  }
}

async function addCoverage(run: vscode.TestRun, tracefile: string): Promise<void> {
  const text = await readFile(tracefile, 'utf8').catch(() => '');
  for (const { file, lines } of readLcov(text)) {
    const statements = lines.map(
      ({ line, times }) => new vscode.StatementCoverage(times, new vscode.Position(line - 1, 0)),
    );
    run.addCoverage(new ProfileCoverage(vscode.Uri.file(file), statements));
  }
}

/** Runs the cases of one profile. Reports an error for each case without a result. */
export async function runProfile(
  run: vscode.TestRun,
  { root, cases }: ProfileSelection,
  { withCoverage }: { readonly withCoverage: boolean },
): Promise<void> {
  const target = targetOf(root);
  if (target === undefined) return;
  const folder = folderOf(target.profile);
  for (const item of cases) run.started(item);
  const scratch = await mkdtemp(join(tmpdir(), 'engine-tests-'));
  const tracefile = join(scratch, 'lcov.info');
  const abort = new AbortController();
  const cancelled = run.token.onCancellationRequested(() => abort.abort());
  try {
    const flags = ['--format', 'json', ...(withCoverage ? ['--coverage-lcov', tracefile] : filterOf(cases))];
    const { out, err } = await runEngine(
      engineCommand(['test', ...flags, target.profile.fsPath]),
      folder,
      abort.signal,
    );
    if (abort.signal.aborted) return;
    if (err !== '') run.appendOutput(terminalText(err));
    const pending = new Set(cases);
    const entries = readReport(out) ?? [];
    for (const entry of entries) {
      const item = entry.endpoint === undefined ? undefined : caseItem(root, entry.endpoint, entry.title);
      if (item === undefined || !pending.delete(item)) continue;
      report(run, item, entry, folder);
    }
    const faults = entries.filter(({ endpoint, verdict }) => endpoint === undefined && verdict !== 'passed');
    // A fault of the profile is reported for each file of cases.
    const distinct = [...new Map(faults.map((fault) => [JSON.stringify([fault.title, fault.place]), fault])).values()];
    const messages = distinct.map((fault) => messageOf({ ...fault, reasons: [fault.title, ...fault.reasons] }, folder));
    const unknown = new vscode.TestMessage(err.trim() === '' ? 'The run has no result for this case.' : err.trim());
    for (const item of pending) run.errored(item, messages.length > 0 ? messages : unknown);
    if (withCoverage) await addCoverage(run, tracefile);
  } finally {
    cancelled.dispose();
    await rm(scratch, { recursive: true, force: true });
  }
}
