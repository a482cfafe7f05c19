/** The test explorer: the cases of all profiles, run by `engine test`. */
import * as vscode from 'vscode';
import type { LanguageServer } from '../language-server.ts';
import { ProfileCoverage, runProfile, selectCases } from './run.ts';
import { refreshTree } from './tree.ts';

/** Files whose change can change the list of cases. */
const watchedFiles = '**/*.{yaml,yml}';

/** Changes within this time, in milliseconds, cause one refresh. */
const refreshDelay = 300;

/** Runs one refresh at a time, soon after the last change. `failed` receives the reason if one fails. */
function refresher(refresh: () => Promise<void>, failed: (error: unknown) => void): { soon(): void; dispose(): void } {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  return {
    soon() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        running = running.then(refresh).catch(failed);
      }, refreshDelay);
    },
    dispose: () => clearTimeout(timer),
  };
}

/** The controller lists cases as soon as the server runs. */
export function createTests(server: LanguageServer): vscode.Disposable {
  const controller = vscode.tests.createTestController('erpEngine.cases', 'ERP engine');
  const refresh = (): Promise<void> => refreshTree(controller, server);
  let reported = '';
  const updates = refresher(refresh, (error) => {
    // An engine that cannot list cases refuses after each change.
    const text = `The cases cannot be listed: ${String(error)}. The engine may be older than this extension.`;
    if (text !== reported) void vscode.window.showWarningMessage(text);
    reported = text;
  });
  controller.refreshHandler = refresh;
  const runCases =
    (withCoverage: boolean) =>
    async (request: vscode.TestRunRequest): Promise<void> => {
      const selections = selectCases(controller, request);
      const run = controller.createTestRun(request);
      try {
        for (const selection of selections) {
          if (run.token.isCancellationRequested) break;
          await runProfile(run, selection, { withCoverage });
        }
      } catch (error) {
        const message = new vscode.TestMessage(error instanceof Error ? error.message : String(error));
        for (const { cases } of selections) for (const item of cases) run.errored(item, message);
      } finally {
        run.end();
      }
    };
  controller.createRunProfile('Run', vscode.TestRunProfileKind.Run, runCases(false), true);
  const covered = controller.createRunProfile(
    'Run with coverage',
    vscode.TestRunProfileKind.Coverage,
    runCases(true),
    true,
  );
  covered.loadDetailedCoverage = async (_run, coverage) => (coverage instanceof ProfileCoverage ? coverage.lines : []);
  const watcher = vscode.workspace.createFileSystemWatcher(watchedFiles);
  const soon = (): void => updates.soon();
  return vscode.Disposable.from(
    ...[controller, updates, watcher, server.onChange(soon)],
    ...[watcher.onDidCreate(soon), watcher.onDidChange(soon), watcher.onDidDelete(soon)],
    vscode.workspace.onDidOpenTextDocument(soon),
  );
}
