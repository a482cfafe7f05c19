/** Completion of words in SQL: columns, functions and keywords, by what can follow at the cursor. */
import type { DatabaseKind } from '../../../../engine/index.ts';
import { kindOf, sourceOf } from '../profile/view.ts';
import { type Completion, type Completions, fitting, item, none } from '../proposals/item.ts';
import type { Span } from '../text/positions.ts';
import { columnItem, fieldItems, namesAtCursor } from './complete-names.ts';
import { conditionItems } from './joins.ts';
import { type KeywordPlaces, keywordPlaces } from './keyword-place.ts';
import { quotedName } from './quoted-name.ts';
import type { SqlCursor } from './sql-cursor.ts';

/** Columns of the tables and queries at the cursor, with their alias where that is needed, and the outputs where ORDER BY can name them. */
function columnItems(cursor: SqlCursor, kind: DatabaseKind | undefined, span: Span): readonly Completion[] {
  const { sources, outputs } = namesAtCursor(cursor);
  const quoted = (name: string): string => (kind === undefined ? name : quotedName(kind, name));
  const columns = sources.flatMap(({ alias, name, columns: sourceColumns }) =>
    sourceColumns.map((column) => {
      const qualifier = sources.length > 1 || alias !== name ? `${alias}.` : '';
      const proposed = columnItem(column, name, span, `${qualifier}${column.name}`);
      return { ...proposed, insert: `${qualifier}${quoted(column.name)}` };
    }),
  );
  return [...outputs.map((column) => columnItem(column, '', span, column.name)), ...columns];
}

/** Functions of the database with their signatures. */
function functionItems({ after }: SqlCursor, kind: DatabaseKind, span: Span): readonly Completion[] {
  const isCalled = /^[\w$]*\s*\(/.test(after);
  return kind.editorWords.functions.map(({ name, signature, meaning }) => {
    const open = signature.startsWith('()') ? '()' : '(';
    const insert = isCalled ? name : `${name}${open}`;
    return item(name, 'function', span, 3, { insert, detail: signature, documentation: meaning });
  });
}

/** Keywords that can follow, in small letters where the statement is written so. Before a value they come last. */
function keywordItems(
  { sql }: SqlCursor,
  kind: DatabaseKind,
  { places, needsValue }: KeywordPlaces,
  span: Span,
): readonly Completion[] {
  const isSmall = /\b(?:select|insert|update|delete|from)\b/.test(sql);
  const words = [...new Set(places.flatMap((place) => kind.editorWords.keywordsAt(place)))];
  return words.map((word, index) =>
    item(isSmall ? word.toLowerCase() : word, 'keyword', span, (needsValue ? 4 : 0.5) + index / 1e4),
  );
}

/** Behind a table: keywords. One letter is an alias, which Enter must not replace by a keyword. Every further letter asks again. */
function behindTable(
  cursor: SqlCursor,
  kind: DatabaseKind,
  places: KeywordPlaces,
  written: string,
  span: Span,
): Completions {
  if (written.length === 1) return none;
  const keywords = keywordItems(cursor, kind, places, span);
  const beginning = keywords.filter(({ label }) => label.toLowerCase().startsWith(written.toLowerCase()));
  return { items: fitting(beginning, written).items, isIncomplete: true };
}

/** Everywhere except after a dot, AS and FROM: columns, fields that are missing, functions and keywords. */
export function words(cursor: SqlCursor): Completions {
  const { view, path, before, last, sql } = cursor;
  const written = /[\p{L}_]?[\p{L}\p{N}_$#]*$/u.exec(before)?.[0] ?? '';
  const span = last(written.length);
  const kind = kindOf(view, sourceOf(view, path));
  const places = kind && keywordPlaces(before.slice(0, before.length - written.length), kind, path[0] === 'parts');
  if (kind !== undefined && places?.isTable === true) return behindTable(cursor, kind, places, written, span);
  const columns = columnItems(cursor, kind, span);
  const isSelectList = /\bselect\b(?![\s\S]*\bfrom\b)[\s\S]*$/i.test(before) && /[\w)"'\]]\s+$/.test(before);
  const fields = isSelectList ? fieldItems(view, path, sql, span, (name) => `AS ${name}`) : [];
  if (kind === undefined || places === undefined) return fitting([...fields, ...columns], written);
  const functions = places.needsValue ? functionItems(cursor, kind, span) : [];
  // At the beginning of an output a column is wanted first: keywords need a letter.
  const keywords = places.isOutput && written === '' ? [] : keywordItems(cursor, kind, places, span);
  return fitting([...fields, ...conditionItems(cursor, written), ...columns, ...functions, ...keywords], written);
}
