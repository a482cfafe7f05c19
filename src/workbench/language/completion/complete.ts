/** Completion at a position of a profile. */
import { completeExpression, completeTemplate } from '../expressions/complete.ts';
import { languageAt } from '../profile/embedded.ts';
import type { ProfileView } from '../profile/view.ts';
import { type Completions, none } from '../proposals/item.ts';
import { completeSql } from '../sql/complete.ts';
import type { Position } from '../text/positions.ts';
import { cursorAt } from '../yaml/cursor.ts';
import { completeDescribed } from './described.ts';
import { completeKeys } from './keys.ts';
import { completeValues } from './values.ts';

/** The proposals at a position; none if nothing is known there. */
export function complete(view: ProfileView, position: Position): Completions {
  const offset = view.lines.offsetAt(position);
  const { text } = view;
  const lineStart = text.lastIndexOf('\n', offset - 1) + 1;
  const cursor = cursorAt(text, view.entries, offset);
  if (cursor === undefined || isComment(text.slice(lineStart, offset), cursor.kind)) return none;
  if (cursor.kind === 'key') {
    const keys = completeKeys(view, cursor);
    if (!cursor.mayBeValue) return keys;
    const written = text.slice(cursor.word.start, cursor.word.end);
    const values = completeValues(view, cursor.path, written, cursor.word);
    return { items: [...values.items, ...keys.items], isIncomplete: keys.isIncomplete };
  }
  const { path, entry } = cursor;
  const start = entry.style === 'none' ? offset : entry.value.start;
  const valueText = entry.style === 'none' ? '' : text.slice(entry.value.start, entry.value.end);
  const language = languageAt(view, path);
  const at = offset - start;
  if (language === 'sql') return completeSql(view, path, valueText, at, start);
  if (language === 'expression') return completeExpression(view, path, valueText, at, start);
  const inside = completeTemplate(view, path, valueText, at, start);
  if (inside.items.length > 0) return inside;
  const described = completeDescribed(view, path, valueText, at, start);
  if (described.items.length > 0) return described;
  return completeValues(view, path, valueText.slice(0, at), { start, end: start + valueText.length });
}

/** Whether the cursor is behind the # of a comment. In a block of text, a # is an ordinary character. */
const isComment = (before: string, kind: 'key' | 'value'): boolean => kind === 'key' && /(?:^|\s)#/.test(before);
