/**
 * The packed extension in the real VS Code: the workbench and the extension host of the npm package code-server, in Chromium. CODE_SERVER names the folder in which
 * the package and the dependencies of its `lib/vscode` are installed (docs/editors.md).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundleExtension } from '../../../src/build/vscode/bundle-extension.ts';
import { packExtension } from '../../../src/build/vscode/vsix.ts';
import { hasChromium, needsChromium } from '../../src/workbench/studio/browser.ts';
import { newPage, useChromium } from '../../src/workbench/studio/open-page.ts';

const root = join(import.meta.dirname, '../../..');
const server = process.env.CODE_SERVER;
useChromium();

/** A folder with the demo profile, an overlay of it, a case that fails, and the settings of the extension. Its name has blanks and umlauts. */
function workspaceIn(folder: string): string {
  const workspace = join(folder, 'Aufträge für Müller');
  cpSync(join(root, 'profiles/demo'), workspace, { recursive: true, filter: (path) => !/\.sqlite/.test(path) });
  const wrong =
    'cases:\n  - case: the wrong currency\n    call: /credit/customer\n    request: { customerErpId: K10000 }\n    part: { currency: XXX }\n';
  writeFileSync(join(workspace, 'cases/wrong.yaml'), wrong);
  mkdirSync(join(workspace, 'north'));
  writeFileSync(join(workspace, 'north/north.profile.yaml'), 'profile: north\nextends: ../profile.yaml\n');
  mkdirSync(join(workspace, '.vscode'));
  const settings = {
    'erpEngine.command': [process.execPath, join(root, 'dist/src/entry.js')],
    '[yaml]': { 'editor.defaultFormatter': 'erp-engine.erp-engine-profiles' },
    'files.autoSave': 'off',
  };
  writeFileSync(join(workspace, '.vscode/settings.json'), JSON.stringify(settings));
  return workspace;
}

/** Installs the extension, starts the server on a free port, and opens the workspace. */
async function openWorkbench(): Promise<{ readonly page: Page; readonly workspace: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-vscode-'));
  const workspace = workspaceIn(folder);
  const source = join(root, 'editors/vscode');
  const { name, archive } = packExtension(source, await bundleExtension(source));
  writeFileSync(join(folder, name), archive);
  const folders = ['--user-data-dir', join(folder, 'data'), '--extensions-dir', join(folder, 'extensions')];
  const start = (args: readonly string[]) =>
    spawn(process.execPath, [join(server ?? '', 'node_modules/code-server/out/node/entry.js'), ...folders, ...args], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const [status] = await once(start(['--install-extension', join(folder, name)]), 'exit');
  expect(status).toBe(0);
  const quiet = ['--auth', 'none', '--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'];
  const child = start([...quiet, '--bind-addr', '127.0.0.1:0']);
  onTestFinished(() => void child.kill('SIGTERM'));
  const address = Promise.withResolvers<string>();
  child.stdout.on('data', (text) => {
    const [found] = /http:\/\/127\.0\.0\.1:\d+\//.exec(String(text)) ?? [];
    if (found !== undefined) address.resolve(found);
  });
  const page = await newPage(1_600, 1_000);
  await page.goto(`${await address.promise}?folder=${encodeURI(workspace)}`);
  await page.getByText('profile.yaml', { exact: true }).first().dblclick();
  await page.locator('.monaco-editor .view-line').first().waitFor();
  return { page, workspace };
}

async function command(page: Page, text: string): Promise<void> {
  await page.keyboard.press('F1');
  const input = page.locator('.quick-input-widget input').first();
  await input.fill(`>${text}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first().click();
}

const needs = `${needsChromium} and CODE_SERVER, the folder of code-server (docs/editors.md)`;
describe.skipIf(!hasChromium || server === undefined)(`the real editor ${needs}`, () => {
  it('has findings, formatting, tests with their difference, and the message of the studio', async () => {
    const { page } = await openWorkbench();
    const status = page.locator('[id*="erpEngine.status"]');
    await status.locator('.codicon-check').waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('tiltle:    x   ');
    await status.locator('.codicon-error').waitFor();
    await command(page, 'Format Document');
    await page.locator('.view-line', { hasText: /^tiltle:\sx$/ }).waitFor();
    await command(page, 'File: Revert File');
    await status.locator('.codicon-check').waitFor();
    await command(page, 'Testing: Focus on Test Explorer View');
    const tests = page.locator('.test-explorer .monaco-list-row');
    await tests.filter({ hasText: 'north.profile.yaml' }).waitFor();
    await command(page, 'Test: Run All Tests');
    await page.locator('.test-explorer .codicon-testing-failed-icon').first().waitFor();
    await page.locator('.test-output-peek-tree .monaco-list-row', { hasText: 'the wrong currency' }).first().waitFor();
    await command(page, 'ERP engine: Open the studio');
    const message = page.locator('.notification-list-item-message', { hasText: 'needs VS Code on a desktop' });
    await message.first().waitFor();
  });

  it('checks an overlay again when another program changes its base', async () => {
    const { page, workspace } = await openWorkbench();
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget input').first().fill('north.profile.yaml');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'north.profile.yaml' }).first().click();
    await command(page, 'View: Close Other Editors in Group');
    const status = page.locator('[id*="erpEngine.status"]');
    await status.locator('.codicon-check').waitFor();
    const base = join(workspace, 'profile.yaml');
    const text = readFileSync(base, 'utf8');
    writeFileSync(base, text.replace('\nids:', '\nidds:'));
    await status.locator('.codicon-error').waitFor();
    writeFileSync(base, text);
    await status.locator('.codicon-check').waitFor();
  });
});
