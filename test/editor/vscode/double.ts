/**
 * A small double of the module `vscode`, for tests of the bundled extension without the editor. What the extension uses is played and recorded; its types are
 * checked against @types/vscode. What only the language client names is there and does nothing.
 */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as vscode from 'vscode';
import * as values from './values.ts';
import { type Diagnostic, Disposable, EventEmitter, enumerations, Uri } from './values.ts';

/** A class that does nothing, or a function or an event that returns an object that does nothing. */
function inert(this: unknown): object | undefined {
  return new.target === undefined ? withInert(new Disposable(() => undefined)) : undefined;
}

/** An object in which every further name does nothing; it can be awaited. */
function withInert<Played extends object>(played: Played): Played {
  return new Proxy(played, {
    get: (target, name) => (Reflect.has(target, name) || name === 'then' ? Reflect.get(target, name) : inert),
  });
}

const casesIn = (folder: string): readonly string[] =>
  globSync('**/cases/*.yaml', { cwd: folder }).map((name) => join(folder, name));

/** An item of the test explorer. */
export class TestItem {
  readonly id: string;
  readonly label: string;
  readonly uri: Uri;
  range?: values.Range;
  parent?: TestItem;
  readonly children: TestItems;
  constructor(id: string, label: string, uri: Uri) {
    this.id = id;
    this.label = label;
    this.uri = uri;
    this.children = new TestItems(this);
  }
}

class TestItems {
  private readonly owner: TestItem | undefined;
  private items = new Map<string, TestItem>();
  constructor(owner: TestItem | undefined) {
    this.owner = owner;
  }
  add(item: TestItem): void {
    if (this.owner !== undefined) item.parent = this.owner;
    this.items.set(item.id, item);
  }
  get(id: string): TestItem | undefined {
    return this.items.get(id);
  }
  replace(items: readonly TestItem[]): void {
    this.items = new Map(items.map((item) => [item.id, item]));
  }
  [Symbol.iterator](): IterableIterator<[string, TestItem]> {
    return this.items.entries();
  }
}

/** What a run of tests reported, in its order. */
export interface RecordedResult {
  readonly state: 'passed' | 'failed' | 'errored' | 'skipped';
  readonly item: TestItem;
  readonly message?: values.TestMessage;
}

interface RunProfile {
  readonly label: string;
  readonly run: (request: { readonly include?: readonly TestItem[] }) => Promise<void>;
  loadDetailedCoverage?: (run: unknown, coverage: unknown) => Promise<readonly values.StatementCoverage[]>;
}

interface StatusItem {
  text: string;
  command: string | undefined;
}

interface Panel {
  title: string;
  readonly webview: { html: string };
  dispose(): void;
}

interface DoubleInput {
  /** The open folder. */
  readonly folder: string;
  /** Files that a search for profiles finds, and those that are open. */
  readonly profiles: readonly string[];
  /** Settings of the extension by their names. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Creates the module with its records. */
export function createDouble({ folder, profiles, settings }: DoubleInput) {
  const findings = new Map<string, readonly Diagnostic[]>();
  const findingsChanged = new EventEmitter<object>();
  const commands = new Map<string, (...given: readonly unknown[]) => unknown>();
  const taskProviders = new Map<string, Pick<vscode.TaskProvider, 'provideTasks'>>();
  const runProfiles: RunProfile[] = [];
  const results: RecordedResult[] = [];
  const coverage: values.FileCoverage[] = [];
  const panels: Panel[] = [];
  const enterRules: vscode.OnEnterRule[] = [];
  const messages: string[] = [];
  const tests = new TestItems(undefined);
  const status: StatusItem = { text: '', command: undefined };
  const root = { uri: Uri.file(folder), name: 'folder', index: 0 };
  const documents = profiles.map((file) => ({
    ...{ uri: Uri.file(file), languageId: 'yaml', version: 1, isClosed: false, fileName: file },
    getText: () => readFileSync(file, 'utf8'),
  }));
  const relative = (uri: Uri): string => uri.fsPath.replace(`${folder}/`, '');
  const message = async (text: string): Promise<undefined> => void messages.push(text);

  const workspace = withInert({
    ...{ workspaceFolders: [root], textDocuments: documents, notebookDocuments: [], isTrusted: true },
    getConfiguration: () => ({ get: (name: string, usual: unknown) => settings[name] ?? usual }),
    getWorkspaceFolder: () => root,
    asRelativePath: relative,
    findFiles: async (pattern: string) =>
      (pattern.includes('/cases/') ? casesIn(folder) : profiles).map((file) => Uri.file(file)),
    fs: withInert({
      readFile: async (uri: Uri) => readFileSync(uri.fsPath),
      readDirectory: async (uri: Uri) =>
        readdirSync(uri.fsPath, { withFileTypes: true }).map(
          (one) => [one.name, one.isFile() ? enumerations.FileType.File : enumerations.FileType.Directory] as const,
        ),
    } satisfies { readonly [Name in keyof typeof vscode.workspace.fs]?: unknown }),
  } satisfies { readonly [Name in keyof typeof vscode.workspace]?: unknown });
  const languages = withInert({
    setLanguageConfiguration(_language: string, { onEnterRules = [] }: vscode.LanguageConfiguration) {
      enterRules.push(...onEnterRules);
      return new Disposable(() => undefined);
    },
    createDiagnosticCollection: () =>
      withInert({
        set(uri: Uri, list: readonly Diagnostic[]) {
          findings.set(uri.toString(), list);
          findingsChanged.fire({});
        },
        clear: () => findings.clear(),
      }),
    getDiagnostics: () => [...findings],
    onDidChangeDiagnostics: findingsChanged.event,
    match: (_selector: unknown, { uri }: { readonly uri: Uri }) => (uri.scheme === 'file' ? 10 : 0),
  } satisfies { readonly [Name in keyof typeof vscode.languages]?: unknown });
  const window = withInert({
    ...{ activeTextEditor: undefined, visibleTextEditors: [], tabGroups: withInert({ all: [] }) },
    ...{ showErrorMessage: message, showInformationMessage: message, showWarningMessage: message },
    createOutputChannel: () => withInert({}),
    createStatusBarItem: () => Object.assign(status, { show: () => undefined, dispose: () => undefined }),
    createWebviewPanel(_type: string, title: string) {
      const disposed = new EventEmitter<void>();
      const panel = {
        ...{ title, webview: { html: '' }, onDidDispose: disposed.event, reveal: () => undefined },
        dispose: () => disposed.fire(),
      };
      panels.push(panel);
      return panel;
    },
  } satisfies { readonly [Name in keyof typeof vscode.window]?: unknown });
  const controller = {
    ...{ items: tests, dispose: () => undefined },
    createTestItem: (id: string, label: string, uri: Uri) => new TestItem(id, label, uri),
    createRunProfile(label: string, _kind: number, run: RunProfile['run']) {
      const profile: RunProfile = { label, run };
      runProfiles.push(profile);
      return profile;
    },
    createTestRun: () => ({
      token: { isCancellationRequested: false, onCancellationRequested: inert },
      ...{ started: () => undefined, appendOutput: () => undefined, end: () => undefined },
      passed: (item: TestItem) => results.push({ state: 'passed', item }),
      failed: (item: TestItem, failure: values.TestMessage) =>
        results.push({ state: 'failed', item, message: failure }),
      errored(item: TestItem, failure: values.TestMessage | readonly values.TestMessage[]) {
        const [first] = failure instanceof values.TestMessage ? [failure] : failure;
        results.push({ state: 'errored', item, ...(first === undefined ? {} : { message: first }) });
      },
      skipped: (item: TestItem) => results.push({ state: 'skipped', item }),
      addCoverage: (file: values.FileCoverage) => coverage.push(file),
    }),
  } satisfies { readonly [Name in keyof vscode.TestController]?: unknown };

  const module = withInert({
    ...{ ...values, ...enumerations, version: '1.91.0', workspace, languages, window },
    ...{
      TaskGroup: { Build: 'build', Test: 'test' },
      CodeActionKind: { Empty: { append: (value: string) => ({ value }) } },
    },
    commands: withInert({
      registerCommand(name: string, run: (...given: readonly unknown[]) => unknown) {
        commands.set(name, run);
        return new Disposable(() => commands.delete(name));
      },
    } satisfies { readonly [Name in keyof typeof vscode.commands]?: unknown }),
    tasks: withInert({
      registerTaskProvider(type: string, provider: Pick<vscode.TaskProvider, 'provideTasks'>) {
        taskProviders.set(type, provider);
        return new Disposable(() => taskProviders.delete(type));
      },
    } satisfies { readonly [Name in keyof typeof vscode.tasks]?: unknown }),
    tests: withInert({ createTestController: () => controller }),
    env: withInert({ language: 'en', appName: 'double', uiKind: 1, asExternalUri: async (uri: Uri) => uri }),
  } satisfies { readonly [Name in keyof typeof vscode]?: unknown });
  return {
    ...{ module, findings, commands, taskProviders, runProfiles, results, coverage, panels, messages, tests, status },
    enterRules,
  };
}
