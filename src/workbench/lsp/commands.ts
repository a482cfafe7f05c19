/** What lenses and actions do: the commands that an editor sends back to the server. */
import {
  type CodeAction,
  CodeActionKind,
  type CodeLens,
  CodeLensRefreshRequest,
  type Command,
  type Connection,
  MessageType,
  type ServerCapabilities,
  ShowMessageNotification,
  type ShowMessageParams,
} from 'vscode-languageserver';
import { z } from 'zod';
import type { Fix, LanguageService, Lens, LensAction, Range } from '../language/index.ts';
import { diagnosticOf, fileOfUri, uriOf, workspaceEdit } from './convert.ts';
import type { EditorWorkspace } from './open-service.ts';
import type { CaseCounts, CaseRun } from './run-cases.ts';
import { firstCase } from './test-results.ts';

export const actionCapabilities = {
  codeLensProvider: {},
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, CodeActionKind.Empty] },
  executeCommandProvider: { commands: ['engine.callErp', 'engine.runCases', 'engine.showCases', 'engine.showLine'] },
} satisfies ServerCapabilities;

/** What the editor can do with a lens. */
interface CommandSupport {
  /** It sends commands to the server. */
  readonly execute: boolean;
  /** It shows files that the server names. */
  readonly show: boolean;
}

/** Whether an action needs no document of the editor. */
const onlyRuns = ({ kind }: LensAction): boolean => kind === 'run' || kind === 'call';

/** The command of an action; undefined if the editor cannot carry it out. */
function commandOf(
  file: string,
  title: string,
  action: LensAction | undefined,
  support: CommandSupport,
): Command | undefined {
  if (action === undefined || !support.execute || !(onlyRuns(action) || support.show)) return undefined;
  switch (action.kind) {
    case 'run':
      return {
        title,
        command: 'engine.runCases',
        arguments: [file, ...(action.endpoint === undefined ? [] : [action.endpoint])],
      };
    case 'call':
      return { title, command: 'engine.callErp', arguments: [file, action.endpoint] };
    case 'cases':
      return { title, command: 'engine.showCases', arguments: [file, action.endpoint] };
    case 'line':
      return { title, command: 'engine.showLine', arguments: [file, action.line] };
  }
}

/** A lens that only runs something is left out if the editor cannot; another one without a command is only a text. */
function shownLens(file: string, { range, title, action }: Lens, support: CommandSupport): readonly CodeLens[] {
  const command = commandOf(file, title, action, support);
  return command === undefined && action !== undefined && onlyRuns(action)
    ? []
    : [{ range, command: command ?? { title, command: '' } }];
}

const titles: Readonly<Record<LensAction['kind'], string>> = {
  run: 'Run the cases of this endpoint',
  call: 'Call the ERP for this endpoint',
  cases: 'Show the cases of this endpoint',
  line: 'Show the first line that no case covers',
};

/** The lenses on the lines of a range as actions, for editors without lenses. */
function lensActions(
  file: string,
  lenses: readonly Lens[],
  { start, end }: Range,
  support: CommandSupport,
): readonly CodeAction[] {
  return lenses
    .filter(({ range }) => range.start.line <= end.line && start.line <= range.start.line)
    .flatMap(({ action }): readonly CodeAction[] => {
      const isAll = action?.kind === 'run' && action.endpoint === undefined;
      const title = isAll ? 'Run the cases of this profile' : action && titles[action.kind];
      const command = title && commandOf(file, title, action, support);
      return command ? [{ title: command.title, command }] : [];
    });
}

export interface CommandHost {
  readonly connection: Connection;
  readonly service: LanguageService;
  readonly packageRoot: string;
  readonly support: CommandSupport;
  /** Runs the cases of a profile, or of one endpoint; undefined if the server cannot start the program. */
  readonly runCases: ((profile: string, endpoint: string | undefined) => Promise<CaseRun>) | undefined;
  readonly callErp: EditorWorkspace['callErp'];
  /** Whether the editor shows lenses again on request. */
  readonly canRefresh: boolean;
}

const args = {
  run: z.union([z.tuple([z.string(), z.string()]), z.tuple([z.string()])]),
  endpoint: z.tuple([z.string(), z.string()]),
  line: z.tuple([z.string(), z.int()]),
};

/** The result of a run in a sentence. */
function resultOf({ passed, failed }: CaseCounts): string {
  const cases = passed + failed === 1 ? 'case' : 'cases';
  return failed === 0 ? `${passed} ${cases} passed.` : `${failed} of ${passed + failed} ${cases} failed.`;
}

function messageOf({ counts, messages }: CaseRun): ShowMessageParams {
  if (counts === undefined) return { type: MessageType.Error, message: `The cases cannot be run: ${messages.trim()}` };
  return { type: counts.failed > 0 ? MessageType.Warning : MessageType.Info, message: resultOf(counts) };
}

async function run(
  { connection, runCases, canRefresh }: CommandHost,
  file: string,
  endpoint: string | undefined,
): Promise<void> {
  if (runCases === undefined) return;
  const progress = await connection.window.createWorkDoneProgress();
  progress.begin(endpoint === undefined ? 'Running cases' : `Running the cases of ${endpoint}`);
  try {
    const shown = messageOf(await runCases(file, endpoint));
    await connection.sendNotification(ShowMessageNotification.type, shown);
  } finally {
    progress.done();
    if (canRefresh) await connection.sendRequest(CodeLensRefreshRequest.type);
  }
}

/** Completion knows the answer afterwards. */
async function call({ connection, service, callErp }: CommandHost, file: string, endpoint: string): Promise<void> {
  if (callErp === undefined) return;
  const progress = await connection.window.createWorkDoneProgress();
  progress.begin(`Calling the ERP for ${endpoint}`);
  try {
    const [text, files] = [service.currentText(file) ?? '', service.filesOf(file)];
    const { isAnswered, message } = await callErp({ file, text, files, endpoint });
    const type = isAnswered ? MessageType.Info : MessageType.Warning;
    await connection.sendNotification(ShowMessageNotification.type, { type, message });
  } finally {
    progress.done();
  }
}

async function show(connection: Connection, file: string, line: number): Promise<void> {
  const at = { line, character: 0 };
  await connection.window.showDocument({ uri: uriOf(file), takeFocus: true, selection: { start: at, end: at } });
}

function fixActions(fixes: readonly Fix[], packageRoot: string): readonly CodeAction[] {
  return fixes.map(({ title, finding, edits, isPreferred }) => ({
    title,
    kind: CodeActionKind.QuickFix,
    isPreferred,
    diagnostics: [diagnosticOf(finding, packageRoot)],
    edit: workspaceEdit(edits),
  }));
}

/** Shows lenses, and offers quick fixes and what the lenses do as actions. */
export function serveActions({ connection, service, packageRoot, support }: CommandHost): void {
  const servedFile = (uri: string): string | undefined => {
    const file = fileOfUri(uri);
    return file !== undefined && service.isServed(file) ? file : undefined;
  };
  connection.onCodeLens(({ textDocument: { uri } }) => {
    const file = servedFile(uri);
    if (file === undefined) return null;
    return service.lenses(file).flatMap((lens) => shownLens(file, lens, support));
  });
  connection.onCodeAction(({ textDocument: { uri }, range }) => {
    const file = servedFile(uri);
    if (file === undefined) return null;
    return [
      ...fixActions(service.fixes(file, range), packageRoot),
      ...lensActions(file, service.lenses(file), range, support),
    ];
  });
}

/** Carries out the commands of lenses and actions. */
export function serveCommands(host: CommandHost): void {
  const { connection, service } = host;
  connection.onExecuteCommand(async ({ command, arguments: given = [] }) => {
    if (command === 'engine.callErp') await call(host, ...args.endpoint.parse(given));
    if (command === 'engine.runCases') {
      const [file, endpoint] = args.run.parse(given);
      await run(host, file, endpoint);
    }
    if (command === 'engine.showLine') {
      const [file, line] = args.line.parse(given);
      await show(connection, file, line);
    }
    if (command === 'engine.showCases') {
      const [file, endpoint] = args.endpoint.parse(given);
      const casePlace = firstCase(service.filesOf(file), endpoint);
      if (casePlace !== undefined) await show(connection, casePlace.file, casePlace.line);
    }
    return null;
  });
}
