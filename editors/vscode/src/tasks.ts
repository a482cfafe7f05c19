/** The tasks `engine check`, `engine test` and `engine run` of the open profiles. */
import * as vscode from 'vscode';
import { engineCommand, folderOf } from './engine-command.ts';
import { findProfiles } from './profiles.ts';

const taskType = 'engine';

/** An entry of tasks.json. */
interface EngineTask extends vscode.TaskDefinition {
  readonly verb: 'check' | 'test' | 'run';
  /** Path, relative to the folder. */
  readonly profile: string;
  /** For `run`, and for `test` to run its cases only. */
  readonly endpoint?: string;
  /** Further arguments. */
  readonly args?: readonly string[];
}

const verbs = ['check', 'test', 'run'] as const;

/** The definition of an entry of tasks.json; undefined if it is incomplete. */
function definitionOf(definition: vscode.TaskDefinition): EngineTask | undefined {
  const { verb: given, profile, endpoint, args = [] } = definition;
  const verb = verbs.find((one) => one === given);
  if (verb === undefined || typeof profile !== 'string' || !Array.isArray(args)) return undefined;
  if (verb === 'run' && typeof endpoint !== 'string') return undefined;
  return {
    ...{ ...definition, verb, profile, args: args.map(String) },
    ...(typeof endpoint === 'string' ? { endpoint } : {}),
  };
}

function argumentsOf({ verb, profile, endpoint, args = [] }: EngineTask): readonly string[] {
  // Only a write can be rehearsed; a read ignores the flag.
  if (verb === 'run') return ['run', endpoint ?? '', '--profile', profile, '--rehearse', ...args];
  const only = verb === 'test' && endpoint !== undefined ? ['--only', endpoint] : [];
  return [verb, ...only, ...args, profile];
}

function createTask(
  definition: EngineTask,
  scope: vscode.TaskScope | vscode.WorkspaceFolder,
  folder: string,
): vscode.Task {
  const { command, args } = engineCommand(argumentsOf(definition));
  const { verb, profile, endpoint } = definition;
  const name = [verb, ...(endpoint === undefined ? [] : [endpoint]), profile].join(' ');
  const execution = new vscode.ShellExecution(
    { value: command, quoting: vscode.ShellQuoting.Strong },
    args.map((value) => ({ value, quoting: vscode.ShellQuoting.Strong })),
    { cwd: folder },
  );
  const task = new vscode.Task(definition, scope, name, taskType, execution, ['$engine', '$engine-cases']);
  if (verb !== 'run') task.group = verb === 'test' ? vscode.TaskGroup.Test : vscode.TaskGroup.Build;
  return task;
}

/** The endpoint whose lines contain the cursor of the active editor. */
export function endpointAtCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  for (let line = editor.selection.active.line; line >= 0; line -= 1) {
    const { text } = editor.document.lineAt(line);
    const path = /^ +["']?(\/[\w/-]+)["']?:/.exec(text)?.[1];
    if (path !== undefined) return path;
    if (/^\w/.test(text)) return undefined;
  }
  return undefined;
}

/** Tasks for each profile; for that of the active editor also those of the endpoint at its cursor. */
async function provideTasks(): Promise<vscode.Task[]> {
  const active = vscode.window.activeTextEditor?.document.uri;
  const endpoint = endpointAtCursor();
  const profiles = new Map((await findProfiles()).map((uri) => [uri.toString(), uri]));
  if (active !== undefined && endpoint !== undefined) profiles.set(active.toString(), active);
  return [...profiles.values()].flatMap((uri) => {
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    const profile = vscode.workspace.asRelativePath(uri, false);
    const isActive = endpoint !== undefined && uri.toString() === active?.toString();
    const definitions: EngineTask[] = [
      { type: taskType, verb: 'check', profile },
      { type: taskType, verb: 'test', profile },
      ...(isActive
        ? [
            { type: taskType, verb: 'test', profile, endpoint } as const,
            { type: taskType, verb: 'run', profile, endpoint } as const,
          ]
        : []),
    ];
    return definitions.map((one) => createTask(one, folder ?? vscode.TaskScope.Workspace, folderOf(uri)));
  });
}

/** Provides the tasks, and completes those of tasks.json. */
export function registerTasks(): vscode.Disposable {
  return vscode.tasks.registerTaskProvider(taskType, {
    provideTasks,
    resolveTask({ definition, scope = vscode.TaskScope.Workspace }) {
      const complete = definitionOf(definition);
      if (complete === undefined) return undefined;
      const folder = typeof scope === 'object' ? scope : vscode.workspace.workspaceFolders?.[0];
      return folder && createTask(complete, scope, folder.uri.fsPath);
    },
  });
}
