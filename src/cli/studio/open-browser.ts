/** Opens the address of the studio in the user's browser. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Programs that open a file with the user's browser, by platform. */
const openers: Readonly<Record<string, readonly [program: string, ...args: readonly string[]]>> = {
  linux: ['xdg-open'],
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/**
 * Opens a file that only this user can read and that leads to the address: an argument with the token could be seen by all users of the
 * machine. Returns a function that removes the file. Without a browser nothing happens: the address has been printed.
 */
export function openBrowser(address: string): () => void {
  const opener = openers[platform()];
  if (opener === undefined) return () => undefined;
  const folder = mkdtempSync(join(tmpdir(), 'engine-studio-'));
  const file = join(folder, 'studio.html');
  const html = `<!doctype html><meta charset="utf-8"><meta http-equiv="refresh" content="0;url=${address}"><title>Engine studio</title>\n`;
  writeFileSync(file, html, { mode: 0o600 });
  const [program, ...args] = opener;
  const child = spawn(program, [...args, pathToFileURL(file).href], { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
  return () => rmSync(folder, { recursive: true, force: true });
}
