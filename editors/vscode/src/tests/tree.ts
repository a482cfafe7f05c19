/** The tree of the test explorer: profiles, their endpoints, the cases of these. */
import * as vscode from 'vscode';
import type { LanguageServer } from '../language-server.ts';
import { findProfiles } from '../profiles.ts';

/** The answer of the language server to `engine/cases`. Lines count from 0. */
interface ListedCases {
  readonly endpoints: readonly {
    readonly path: string;
    readonly line?: number;
    readonly cases: readonly { readonly title: string; readonly uri: string; readonly line: number }[];
  }[];
}

/** What an item of the tree stands for. */
export type TestTarget =
  | { readonly kind: 'profile'; readonly profile: vscode.Uri }
  | { readonly kind: 'endpoint'; readonly profile: vscode.Uri; readonly endpoint: string }
  | { readonly kind: 'case'; readonly profile: vscode.Uri; readonly endpoint: string; readonly title: string };

const targets = new WeakMap<vscode.TestItem, TestTarget>();

/** Undefined for an item that is no longer in the tree. */
export const targetOf = (item: vscode.TestItem): TestTarget | undefined => targets.get(item);

/** The id of a case below its endpoint. */
export const caseId = (title: string): string => `case ${title}`;

/** The item of a case of a profile; undefined if the tree does not have it. */
export function caseItem(profile: vscode.TestItem, endpoint: string, title: string): vscode.TestItem | undefined {
  return profile.children.get(endpoint)?.children.get(caseId(title));
}

const atLine = (line: number): vscode.Range => new vscode.Range(line, 0, line, 0);

function profileItem(controller: vscode.TestController, uri: vscode.Uri, { endpoints }: ListedCases): vscode.TestItem {
  const item = (id: string, label: string, target: TestTarget, place: vscode.Uri, line: number | undefined) => {
    const created = controller.createTestItem(id, label, place);
    if (line !== undefined) created.range = atLine(line);
    targets.set(created, target);
    return created;
  };
  const root = item(uri.toString(), vscode.workspace.asRelativePath(uri), { kind: 'profile', profile: uri }, uri, 0);
  for (const { path, line, cases } of endpoints) {
    const target = { profile: uri, endpoint: path };
    const endpoint = item(path, path, { kind: 'endpoint', ...target }, uri, line);
    for (const one of cases) {
      const file = vscode.Uri.parse(one.uri);
      endpoint.children.add(
        item(caseId(one.title), one.title, { kind: 'case', ...target, title: one.title }, file, one.line),
      );
    }
    root.children.add(endpoint);
  }
  return root;
}

/** Reads the cases of all profiles again. Without a running server the tree stays as it is. */
export async function refreshTree(controller: vscode.TestController, server: LanguageServer): Promise<void> {
  if (!server.isRunning) return;
  const open = vscode.workspace.textDocuments.filter(({ languageId }) => languageId === 'yaml').map(({ uri }) => uri);
  const uris = new Map([...(await findProfiles()), ...open].map((uri) => [uri.toString(), uri]));
  const items: vscode.TestItem[] = [];
  for (const [uri, profile] of uris) {
    const listed = await server.request<ListedCases | null>('engine/cases', { uri });
    if (listed && listed.endpoints.length > 0) items.push(profileItem(controller, profile, listed));
  }
  controller.items.replace(items);
}
