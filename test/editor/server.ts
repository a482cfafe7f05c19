/** The YAML language server as a separate process, and the requests of an editor. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createMessageConnection } from 'vscode-jsonrpc/node';
import type { CompletionItem, CompletionList, Diagnostic, Hover } from 'vscode-languageserver-types';

const program = join(import.meta.dirname, '../../node_modules/yaml-language-server/bin/yaml-language-server');

interface Editor {
  /**
   * Opens `text`, in which `§` stands where the cursor is, as a file of this path, and gives what the server says there. Without one
   * only the diagnostics tell something.
   */
  readonly open: (file: string, text: string) => Promise<OpenDocument>;
  readonly close: () => void;
}

interface OpenDocument {
  readonly completions: () => Promise<readonly CompletionItem[]>;
  readonly hover: () => Promise<string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** `schemas`: schema files (absolute paths) by the pattern of the files that they are for, as an editor's settings say it. */
export function startEditor(schemas: Readonly<Record<string, string>> = {}): Editor {
  const child: ChildProcess = spawn(process.execPath, [program, '--stdio'], { stdio: ['pipe', 'pipe', 'inherit'] });
  if (child.stdout === null || child.stdin === null) throw new Error('The server has no pipes.');
  const connection = createMessageConnection(child.stdout, child.stdin);
  const published = new Map<string, (diagnostics: readonly Diagnostic[]) => void>();
  const associations = Object.fromEntries(
    Object.entries(schemas).map(([pattern, file]) => [pathToFileURL(file).href, pattern]),
  );
  const yaml = { validate: true, completion: true, hover: true, schemas: associations, schemaStore: { enable: false } };
  connection.onRequest('workspace/configuration', ({ items }: { readonly items: readonly { section?: string }[] }) =>
    items.map(({ section }) => (section === 'yaml' ? yaml : null)),
  );
  connection.onRequest('client/registerCapability', () => null);
  connection.onNotification(
    'textDocument/publishDiagnostics',
    ({ uri, diagnostics }: { readonly uri: string; readonly diagnostics: readonly Diagnostic[] }) =>
      published.get(uri)?.(diagnostics),
  );
  connection.listen();
  const capabilities = {
    textDocument: { completion: { completionItem: { snippetSupport: true } }, hover: {}, publishDiagnostics: {} },
    workspace: { configuration: true, didChangeConfiguration: { dynamicRegistration: true } },
  };
  const ready = connection
    .sendRequest('initialize', { processId: process.pid, rootUri: null, capabilities })
    .then(() => connection.sendNotification('initialized', {}));

  async function open(file: string, marked: string): Promise<OpenDocument> {
    await ready;
    const uri = pathToFileURL(file).href;
    const at = marked.indexOf('§');
    const before = (at < 0 ? marked : marked.slice(0, at)).split('\n');
    const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
    const text = marked.replace('§', '');
    const findings = Promise.withResolvers<readonly Diagnostic[]>();
    published.set(uri, findings.resolve);
    await connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'yaml', version: 1, text },
    });
    const place = { textDocument: { uri }, position };
    return {
      diagnostics: await findings.promise,
      completions: async () => {
        const answer = await connection.sendRequest<CompletionList | readonly CompletionItem[] | null>(
          'textDocument/completion',
          place,
        );
        return answer === null ? [] : 'items' in answer ? answer.items : answer;
      },
      hover: async () => {
        const answer = await connection.sendRequest<Hover | null>('textDocument/hover', place);
        const contents = answer?.contents ?? '';
        return typeof contents === 'object' && 'value' in contents ? contents.value : String(contents);
      },
    };
  }

  return {
    open,
    close: () => {
      connection.dispose();
      child.kill();
    },
  };
}
