/** Values of the module `vscode`: places, items and messages, as far as the extension uses them. */
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type * as vscode from 'vscode';

/** A class or an interface of the module as far as it is played. */
type Played<Type, Names extends keyof Type> = Pick<Type, Names>;

export class Uri implements Played<vscode.Uri, 'scheme' | 'authority' | 'path' | 'query' | 'fsPath'> {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  static file = (path: string): Uri => new Uri(pathToFileURL(path).href);
  static parse = (text: string): Uri => new Uri(text);
  static joinPath = (uri: Uri, ...segments: readonly string[]): Uri => Uri.file(join(uri.fsPath, ...segments));
  private get url(): URL {
    return new URL(this.text);
  }
  get scheme(): string {
    return this.url.protocol.slice(0, -1);
  }
  get authority(): string {
    return this.url.host;
  }
  get path(): string {
    return decodeURIComponent(this.url.pathname);
  }
  get query(): string {
    return this.url.search.slice(1);
  }
  get fsPath(): string {
    return fileURLToPath(this.text);
  }
  toString(): string {
    return this.text;
  }
}

export class Position implements Played<vscode.Position, 'line' | 'character'> {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range implements Played<{ start: Position; end: Position }, 'start' | 'end'> {
  readonly start: Position;
  readonly end: Position;
  constructor(...numbers: readonly [Position, Position] | readonly [number, number, number, number]) {
    const [first, second, third = 0, fourth = 0] = numbers;
    this.start = typeof first === 'number' ? new Position(first, Number(second)) : first;
    this.end = typeof second === 'number' ? new Position(third, fourth) : second;
  }
}

export class Location {
  readonly uri: Uri;
  readonly range: Position;
  constructor(uri: Uri, range: Position) {
    this.uri = uri;
    this.range = range;
  }
}

export class Diagnostic implements Played<vscode.Diagnostic, 'message' | 'severity' | 'source'> {
  readonly range: Range;
  readonly message: string;
  readonly severity: vscode.DiagnosticSeverity;
  source?: string;
  code?: string | { readonly value: string };
  constructor(range: Range, message: string, severity: vscode.DiagnosticSeverity) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

export class TestMessage implements Played<vscode.TestMessage, 'message' | 'expectedOutput' | 'actualOutput'> {
  readonly message: string;
  expectedOutput?: string;
  actualOutput?: string;
  location?: Location;
  constructor(message: string) {
    this.message = message;
  }
  static diff(message: string, expected: string, actual: string): TestMessage {
    return Object.assign(new TestMessage(message), { expectedOutput: expected, actualOutput: actual });
  }
}

export class StatementCoverage implements Played<vscode.StatementCoverage, 'executed'> {
  readonly executed: number;
  readonly location: Position;
  constructor(executed: number, location: Position) {
    this.executed = executed;
    this.location = location;
  }
}

export class FileCoverage {
  readonly uri: Uri;
  readonly statementCoverage: { readonly covered: number; readonly total: number };
  constructor(uri: Uri, statementCoverage: FileCoverage['statementCoverage']) {
    this.uri = uri;
    this.statementCoverage = statementCoverage;
  }
  static fromDetails(uri: Uri, lines: readonly StatementCoverage[]): FileCoverage {
    return new FileCoverage(uri, { covered: lines.filter(({ executed }) => executed > 0).length, total: lines.length });
  }
}

export class MarkdownString implements Played<vscode.MarkdownString, 'value' | 'isTrusted'> {
  readonly value: string;
  isTrusted?: boolean | { readonly enabledCommands: readonly string[] };
  constructor(value: string) {
    this.value = value;
  }
}

export class ShellExecution implements Played<vscode.ShellExecution, 'command'> {
  readonly command: string | vscode.ShellQuotedString;
  readonly args: readonly { readonly value: string }[];
  constructor(command: ShellExecution['command'], args: ShellExecution['args']) {
    this.command = command;
    this.args = args;
  }
}

export class Task implements Played<vscode.Task, 'definition' | 'name' | 'source' | 'problemMatchers'> {
  readonly definition: vscode.TaskDefinition;
  readonly name: string;
  readonly source: string;
  readonly problemMatchers: string[];
  constructor(
    ...[definition, , name, source, , problemMatchers]: readonly [
      vscode.TaskDefinition,
      unknown,
      string,
      string,
      unknown,
      string[],
    ]
  ) {
    this.definition = definition;
    this.name = name;
    this.source = source;
    this.problemMatchers = problemMatchers;
  }
}

export class CancellationTokenSource implements Played<vscode.CancellationTokenSource, 'cancel' | 'dispose'> {
  readonly token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable(() => undefined) };
  cancel(): void {
    this.token.isCancellationRequested = true;
  }
  dispose(): void {}
}

export class EventEmitter<Value> {
  private readonly listeners = new Set<(value: Value) => unknown>();
  readonly event = (listener: (value: Value) => unknown): { dispose(): void } => {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  };
  fire(value: Value): void {
    for (const listener of [...this.listeners]) listener(value);
  }
  dispose(): void {
    this.listeners.clear();
  }
}

export class Disposable {
  readonly dispose: () => unknown;
  constructor(dispose: () => unknown) {
    this.dispose = dispose;
  }
  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => {
      for (const one of all) one.dispose();
    });
  }
}

/** The numbers of the enumerations, as @types/vscode declares them. */
export const enumerations = {
  DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
  StatusBarAlignment: { Left: 1, Right: 2 },
  TaskScope: { Global: 1, Workspace: 2 },
  ShellQuoting: { Escape: 1, Strong: 2, Weak: 3 },
  IndentAction: { None: 0, Indent: 1, IndentOutdent: 2, Outdent: 3 },
  FileType: { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 },
  TestRunProfileKind: { Run: 1, Debug: 2, Coverage: 3 },
  ViewColumn: { Active: -1, Beside: -2, One: 1 },
  UIKind: { Desktop: 1, Web: 2 },
} satisfies { readonly [Name in keyof typeof vscode]?: Partial<(typeof vscode)[Name]> };
