/** Earlier versions of this program, built from the history of the repository. */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');

function git(...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

/** The commit, if the history of this checkout has it. */
export const commitIn = (name: string): string | undefined =>
  git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);

/** The newest commit that is a day older than this one; undefined without so much history. */
export function commitOfDayBefore(): string | undefined {
  const seconds = Number(git('show', '-s', '--format=%ct', 'HEAD') ?? Number.NaN);
  if (Number.isNaN(seconds)) return undefined;
  return git('rev-list', '-1', `--before=${seconds - 24 * 60 * 60}`, 'HEAD') || undefined;
}

/**
 * Builds a commit in a temporary folder, with the packages of this checkout: parts that need others, such as a page of documentation, have errors of types and are not
 * run. Returns the folder. Rejects if the program was not compiled.
 */
export async function buildVersion(commit: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-version-'));
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = { cwd: folder, maxBuffer: 2 ** 24 };
  const failure = await promisify(execFile)(process.execPath, [tsc, '-p', 'tsconfig.build.json'], options).catch(
    String,
  );
  if (!existsSync(join(folder, 'dist/src/entry.js'))) throw new Error(`${commit} was not compiled: ${failure}`);
  return folder;
}

/** Whether a version, in its folder, has a setting of the service. */
export const hasSetting = (folder: string, name: string): boolean =>
  readFileSync(join(folder, 'docs/settings.md'), 'utf8').includes(name);
