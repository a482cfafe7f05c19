/** `engine studio` in a panel: a process with a page on a loopback address, which a frame of the panel shows. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { engineCommand, folderOf } from './engine-command.ts';
import { endEngine, startEngine } from './engine-process.ts';
import { chooseProfile } from './profiles.ts';

/** Panels by profile. */
const panels = new Map<string, vscode.WebviewPanel>();

/** `origin` of the studio: nothing else is loaded into the panel. */
function frameHtml(address: string): string {
  const { origin } = new URL(address);
  const nonce = randomBytes(16).toString('base64');
  const policy = `default-src 'none'; frame-src ${origin}; style-src 'nonce-${nonce}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<style nonce="${nonce}">html, body, iframe { width: 100%; height: 100%; margin: 0; padding: 0; border: 0; overflow: hidden }</style>
<title>Engine studio</title>
</head>
<body><iframe src="${address}" title="Engine studio" allow="clipboard-read; clipboard-write"></iframe></body>
</html>`;
}

/** Resolves to the printed address. Rejects with the messages of the studio if it ends before. */
function readAddress(child: ReturnType<typeof startEngine>): Promise<string> {
  return new Promise((resolve, reject) => {
    let [out, messages] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const [address] = /http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]+(?=\s)/.exec(out) ?? [];
      if (address !== undefined) resolve(address);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      messages += text;
    });
    child.on('error', reject);
    child.on('close', () => reject(new Error(messages.trim() === '' ? 'It has ended.' : messages.trim())));
  });
}

const elsewhere =
  'The panel needs VS Code on a desktop, on the machine of the profile. Run "engine studio" in a terminal.';

async function openPanel(profile: vscode.Uri): Promise<void> {
  if (vscode.env.uiKind === vscode.UIKind.Web) {
    void vscode.window.showErrorMessage(elsewhere);
    return;
  }
  const title = `Studio: ${vscode.workspace.asRelativePath(profile)}`;
  const panel = vscode.window.createWebviewPanel('erpEngine.studio', title, vscode.ViewColumn.Beside, {
    enableScripts: true,
    // The page keeps what is typed, and its address works once.
    retainContextWhenHidden: true,
    localResourceRoots: [],
  });
  const name = profile.toString();
  panels.set(name, panel);
  // --frame ends the studio when its standard input ends, so that it does not outlive VS Code.
  const child = startEngine(
    engineCommand(['studio', profile.fsPath, '--no-open', '--frame', 'vscode']),
    folderOf(profile),
  );
  panel.onDidDispose(() => {
    panels.delete(name);
    endEngine(child);
  });
  try {
    const address = await readAddress(child);
    const external = await vscode.env.asExternalUri(vscode.Uri.parse(address));
    if (external.authority !== new URL(address).host) throw new Error(elsewhere);
    if (!panels.has(name)) return;
    panel.webview.html = frameHtml(address);
    child.on('close', () => panel.dispose());
  } catch (error) {
    panel.dispose();
    const reason = error instanceof Error ? error.message : String(error);
    void vscode.window.showErrorMessage(`The studio cannot be opened: ${reason}`);
  }
}

/** The command that opens the studio of a profile, or shows its panel again. Panels and their processes end with the extension. */
export function registerStudio(): vscode.Disposable {
  const command = vscode.commands.registerCommand('erpEngine.studio', async (given: unknown) => {
    const profile = given instanceof vscode.Uri ? given : await chooseProfile();
    if (profile === undefined) return;
    const open = panels.get(profile.toString());
    if (open === undefined) await openPanel(profile);
    else open.reveal();
  });
  return vscode.Disposable.from(command, {
    dispose: () => {
      for (const panel of [...panels.values()]) panel.dispose();
    },
  });
}
