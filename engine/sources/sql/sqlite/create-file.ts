/** Creates a database file from SQL scripts, completely or not at all. */
import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { SourceError } from '../../source.ts';

/**
 * Creates `file` by running the scripts in order, unless it exists. The file appears complete or not at all; where two
 * processes create it at once, one of them wins and the other uses its file. Throws `SourceError` naming the script.
 */
export function createSqliteFile(file: string, scripts: readonly string[]): void {
  if (existsSync(file)) return;
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${randomBytes(6).toString('hex')}.new`;
  try {
    const database = new Database(draft);
    try {
      for (const script of scripts) runScript(database, script);
    } finally {
      database.close();
    }
    publish(draft, file);
  } finally {
    for (const rest of [draft, `${draft}-journal`, `${draft}-wal`, `${draft}-shm`]) rmSync(rest, { force: true });
  }
}

function runScript(database: Database.Database, script: string): void {
  let text: string;
  try {
    text = readFileSync(script, 'utf8');
  } catch (error) {
    throw new SourceError('unreachable', `The script ${script} cannot be read.`, { cause: error });
  }
  try {
    // A script with its own transactions cannot run inside another one.
    if (/^\s*(begin|commit)\b/im.test(text)) database.exec(text);
    else database.transaction(() => database.exec(text))();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SourceError('statement', `The script ${script} failed: ${reason}.`, { cause: error });
  }
}

/** A link never replaces a file that another process has just created; a rename would, and lose its data. */
function publish(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if (existsSync(file)) return;
    // Some file systems have no links.
    if (error instanceof Error && 'code' in error) renameSync(draft, file);
    else throw error;
  }
}
