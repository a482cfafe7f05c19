/** The item of the status bar: how many findings the open profiles have, and whether the server runs. */
import * as vscode from 'vscode';
import type { LanguageServer } from './language-server.ts';

/** The name under which the language server publishes findings. */
const source = 'engine';

interface Counts {
  readonly errors: number;
  readonly warnings: number;
}

function countFindings(): Counts {
  const severities = vscode.languages
    .getDiagnostics()
    .flatMap(([, diagnostics]) => diagnostics.filter((one) => one.source === source).map(({ severity }) => severity));
  const count = (wanted: vscode.DiagnosticSeverity): number => severities.filter((one) => one === wanted).length;
  return { errors: count(vscode.DiagnosticSeverity.Error), warnings: count(vscode.DiagnosticSeverity.Warning) };
}

function show(item: vscode.StatusBarItem, server: LanguageServer): void {
  if (server.isStarting) {
    item.text = '$(sync~spin) Engine';
    item.tooltip = 'The language server of the ERP engine starts.';
    item.command = undefined;
    return;
  }
  if (!server.isRunning) {
    item.text = '$(circle-slash) Engine';
    item.tooltip = 'The language server of the ERP engine does not run. Click to start it.';
    item.command = 'erpEngine.restart';
    return;
  }
  const { errors, warnings } = countFindings();
  item.text = errors + warnings === 0 ? '$(check) Engine' : `$(error) ${errors} $(warning) ${warnings} Engine`;
  item.tooltip = new vscode.MarkdownString(
    'Findings of the ERP engine. [Restart](command:erpEngine.restart) · [Open the studio](command:erpEngine.studio)',
  );
  item.tooltip.isTrusted = { enabledCommands: ['erpEngine.restart', 'erpEngine.studio'] };
  item.command = 'workbench.actions.view.problems';
}

/** The item is there as long as the extension is active. */
export function createStatus(server: LanguageServer): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('erpEngine.status', vscode.StatusBarAlignment.Left);
  item.name = 'ERP engine';
  const update = (): void => show(item, server);
  const listeners = [vscode.languages.onDidChangeDiagnostics(update), server.onChange(update)];
  update();
  item.show();
  return vscode.Disposable.from(item, ...listeners);
}
