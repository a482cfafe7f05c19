/** Reports what a statement may not do: a read that changes data or locks rows, and a statement that reaches out of the database. */
import type { Path } from '../../base/place.ts';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import type { WordRange } from '../../sources/sql/statement-rules.ts';
import type { Rendered } from '../../sources/sql/text/render.ts';
import type { CompiledStatement } from '../../sources/sql/text/statement.ts';
import type { CompileContext } from '../context/context.ts';
import type { TextOrigin } from '../context/statements.ts';
import { findLock, findOutside, findWriting, misspeltRead } from './read-only.ts';

/** A statement of the profile: where it is, and whether it runs in the transaction of a write, so that it may lock rows. */
interface ForbiddenInput {
  readonly path: Path;
  readonly inTransaction?: boolean;
}

/** Reports a read that changes data, or whose first word is misspelt. */
function reportWriting(
  context: CompileContext,
  { path, offset }: ReturnType<TextOrigin>,
  { word, length }: WordRange,
): void {
  const at = { path, range: { offset, length } };
  const suggestion = misspeltRead(word);
  if (suggestion === undefined) {
    const hint = 'A read is a SELECT. Statements that change the ERP belong under `write`, as `exec`.';
    context.report('SQL407', { ...at, message: `A read must not run "${word}".`, hint });
  } else {
    context.report('SQL405', {
      ...at,
      message: `No statement begins with "${word}".`,
      hint: `Did you mean "${suggestion}"?`,
    });
  }
}

/** Reports a read that locks rows, where no transaction of a write holds the locks. */
function reportLock(context: CompileContext, at: ReturnType<TextOrigin>, { word, length }: WordRange): void {
  context.report('SQL407', {
    path: at.path,
    range: { offset: at.offset, length },
    message: `A read must not run "${word}".`,
    hint: 'Rows are locked in a step of `prepare`, if the write goes into the same database: its reads run in the transaction of the write.',
  });
}

/** Reports a part of a statement that reaches out of the database. */
export function reportOutside(context: CompileContext, at: ReturnType<TextOrigin>, { word, length }: WordRange): void {
  context.report('SQL428', {
    path: at.path,
    range: { offset: at.offset, length },
    message: `A statement must not use "${word}": it reaches out of the database, and a rollback does not undo it.`,
    hint: 'Read and write tables only. Files, programs and other servers belong to the ERP or to a job of the database.',
  });
}

/** Finds the text of the profile that a position in the rendered SQL comes from: the statement at `path`, or one of its parts. */
export function originIn(path: Path, text: Rendered): TextOrigin {
  return (position) => {
    const at = text.locate(position);
    return { path: at?.part === undefined ? path : ['parts', at.part], offset: at?.offset ?? 0 };
  };
}

/** Reports what reaches out of the database with any of the optional blocks. True where nothing does. */
export function checkInside(
  context: CompileContext,
  { path }: ForbiddenInput,
  statement: CompiledStatement,
  kind: DatabaseKind,
): boolean {
  for (const variant of statement.variants()) {
    const outsideWord = findOutside(variant.sql, kind);
    if (outsideWord === undefined) continue;
    reportOutside(context, originIn(path, variant)(outsideWord.offset), outsideWord);
    return false;
  }
  return true;
}

/** Reports a read that changes data, or locks rows outside of a transaction, with any of its optional blocks. True where it only reads. */
export function checkReadOnly(
  context: CompileContext,
  { path, inTransaction }: ForbiddenInput,
  statement: CompiledStatement,
  kind: DatabaseKind,
): boolean {
  for (const variant of statement.variants()) {
    const origin = originIn(path, variant);
    // A template may consist of optional blocks, so that a variant is empty.
    const writing = variant.sql.trim() === '' ? undefined : findWriting(variant.sql, kind);
    if (writing !== undefined) {
      reportWriting(context, origin(writing.offset), writing);
      return false;
    }
    const lock = inTransaction === true ? undefined : findLock(variant.sql, kind);
    if (lock === undefined) continue;
    reportLock(context, origin(lock.offset), lock);
    return false;
  }
  return true;
}
