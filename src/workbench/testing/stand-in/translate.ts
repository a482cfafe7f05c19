/** Translates one statement of T-SQL for the PostgreSQL that stands in for SQL Server. */

import { mssqlKind, postgresKind, tokenize } from '../../../../engine/host/index.ts';
import { oncePer } from '../../../../engine/tools/index.ts';
import { rewriteTsql } from './rewrite.ts';
import { type Transpiled, tsqlTranspiler } from './transpile.ts';

export type Translated =
  | {
      readonly ok: true;
      readonly sql: string;
      /** For each placeholder: the index of its value among the given ones, from 0. */
      readonly values: readonly number[];
      /** Spellings of names, by their lower-case form. */
      readonly names: ReadonlyMap<string, string>;
    }
  /** `reason` has no full stop. */
  | { readonly ok: false; readonly reason: string };

/** Options in scripts of SQL Server's tools that mean nothing elsewhere. */
const ornaments: readonly RegExp[] = [
  /\b(?:NON)?CLUSTERED\b/gi,
  /\bWITH\s*\(\s*(?:PAD_INDEX|STATISTICS_NORECOMPUTE|FILLFACTOR|IGNORE_DUP_KEY)[^)]*\)/gi,
  /\b(?:TEXTIMAGE_)?ON\s+\[PRIMARY\]/gi,
  /(?<=\bADD\s+CONSTRAINT\s+\S+\s+.*|\bKEY\s*\([^)]*)\s+ASC\b/gi,
  /\bWITH\s+(?:NO)?CHECK(?=\s+ADD\b)/gi,
  /\bINCLUDE\s*\([^)]*\)/gi,
];

const isDefinition = (sql: string): boolean => /^\s*(?:create|alter)\b/i.test(sql);

/** The statement's names as written. Names after AS take precedence: they name the result columns. */
function namesIn(sql: string): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const note = (name: string | undefined): void => {
    if (name !== undefined) names.set(name.toLowerCase(), name);
  };
  const tokens = tokenize(sql, mssqlKind.dialect.lexicon);
  for (const { kind, start, end } of tokens) {
    const text = sql.slice(start, end);
    if (kind === 'quoted' && /^[["]/.test(text)) note(text.slice(1, -1).replaceAll(']]', ']'));
    if (kind === 'code') for (const [word] of text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) note(word);
  }
  for (const [, bracketed, quoted, unquoted] of sql.matchAll(
    /\bas\s+(?:\[((?:[^\]]|\]\])+)\]|"([^"]+)"|([\p{L}_][\p{L}\p{N}_]*))/giu,
  ))
    note(bracketed ?? quoted ?? unquoted);
  return names;
}

/** Writes the driver's placeholders, one for each value of the call. */
function placed(written: string): { readonly sql: string; readonly values: readonly number[] } {
  const values: number[] = [];
  const sql = tokenize(written, { ...postgresKind.dialect.lexicon, native: /@p\d+\b/gy })
    .map(({ kind, start, end }) => {
      const text = written.slice(start, end);
      if (kind === 'quoted' || kind === 'comment') return text;
      return text
        .replaceAll(/@p(\d+)\b/gi, (_, number: string) => {
          const value = Number(number) - 1;
          if (!values.includes(value)) values.push(value);
          return `$${values.indexOf(value) + 1}`;
        })
        .replaceAll(/\bVARCHAR\(MAX\)/g, 'CITEXT');
    })
    .join('');
  return { sql, values };
}

type Translate = (sql: string) => Translated;

async function load(): Promise<Translate> {
  const transpile = await tsqlTranspiler();
  function translate(sql: string): Translated {
    const withoutOrnaments = isDefinition(sql)
      ? ornaments.reduce((text, ornament) => text.replaceAll(ornament, ''), sql)
      : sql;
    const written: Transpiled = transpile(withoutOrnaments, rewriteTsql);
    return written.ok ? { ok: true, ...placed(written.sql), names: namesIn(sql) } : written;
  }
  return oncePer(translate);
}

let loaded: Promise<Translate> | undefined;

/** Loads the parser. Equal texts are translated once for all files of cases, since all have a database with the same tables. */
export function tsqlTranslator(): Promise<Translate> {
  loaded ??= load();
  return loaded;
}
