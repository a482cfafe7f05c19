/** PostgreSQL's own grammar, by libpg_query: the parser of the server, as WebAssembly. */
import type { Node, SelectStmt } from 'libpg-query';
import type { OutputColumn } from '../../../source.ts';
import { type Grammar, type Reading, rangeAt, unitOffset, untyped, type Writing } from '../../grammar/reading.ts';
import { columnsOf } from './columns.ts';
import { changesIn, isChange, misplacedParameter } from './tree.ts';

function columnsIn(select: SelectStmt): readonly OutputColumn[] | undefined {
  return select.larg === undefined ? columnsOf(select) : untyped(columnsIn(select.larg));
}

function readTree(sql: string, statement: Node): Reading {
  const bytes = new TextEncoder().encode(sql);
  const at = (location: number): number => new TextDecoder().decode(bytes.subarray(0, location)).length;
  const misplaced = misplacedParameter(statement);
  if (misplaced !== undefined) {
    const range = rangeAt(sql, at(misplaced));
    const word = sql.slice(range.offset, range.offset + range.length);
    return { kind: 'refused', message: `syntax error at or near "${word}"`, range };
  }
  const isSelect = 'SelectStmt' in statement;
  const writings = changesIn(statement).map(
    ({ word, location }): Writing => ({
      word,
      ...(location === undefined ? { offset: 0, length: 0 } : rangeAt(sql, at(location))),
    }),
  );
  const kind = Object.keys(statement)[0] ?? '';
  const other = isSelect || isChange(kind) ? [] : [{ word: /\w+/.exec(sql)?.[0] ?? kind, offset: 0, length: 0 }];
  return {
    kind: 'read',
    columns: isSelect ? columnsIn(statement.SelectStmt) : undefined,
    writes: [...other, ...writings],
  };
}

/**
 * Loads the parser. Not for a process that serves requests: it takes 35 MB, and ten times as much while WebAssembly optimises the
 * grammar.
 */
export async function postgresGrammar(): Promise<Grammar> {
  const { hasSqlDetails, loadModule, parseSync } = await import('libpg-query');
  await loadModule();
  return (sql): Reading => {
    try {
      const statement = parseSync(sql).stmts?.[0]?.stmt;
      return statement === undefined ? { kind: 'read', columns: [], writes: [] } : readTree(sql, statement);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      // Every other error is a limit of the parser: nesting that is too deep for its stack.
      if (!hasSqlDetails(error) || error.sqlDetails === undefined) {
        return { kind: 'unread', message, range: rangeAt(sql, sql.length) };
      }
      return { kind: 'refused', message, range: rangeAt(sql, unitOffset(sql, error.sqlDetails.cursorPosition)) };
    }
  };
}
