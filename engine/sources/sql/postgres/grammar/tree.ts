/** Searches in PostgreSQL's tree of a statement. */
import { isWritingFunction } from './writing-functions.ts';

/** Statements that change rows, also as common table expressions. */
const changing: Readonly<Record<string, string>> = {
  InsertStmt: 'INSERT',
  UpdateStmt: 'UPDATE',
  DeleteStmt: 'DELETE',
  MergeStmt: 'MERGE',
};

interface LocatedWord {
  readonly word: string;
  /** Byte offset in UTF-8, where the parser reports one. */
  readonly location: number | undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function locationOf(value: unknown): number | undefined {
  const location = isObject(value) ? value.location : undefined;
  return typeof location === 'number' ? location : undefined;
}

/** Name of a function without its schema. */
function functionName(call: Readonly<Record<string, unknown>>): string {
  const last: unknown = Array.isArray(call.funcname) ? call.funcname.at(-1) : undefined;
  const name = isObject(last) && isObject(last.String) ? last.String.sval : undefined;
  return typeof name === 'string' ? name : '';
}

/** Whether a node of this name is a statement that changes rows. */
export function isChange(kind: string): boolean {
  return Object.hasOwn(changing, kind);
}

/** Everything in a tree that changes data. Locks of rows are found in the text. */
export function changesIn(tree: unknown): readonly LocatedWord[] {
  if (Array.isArray(tree)) return tree.flatMap(changesIn);
  if (!isObject(tree)) return [];
  return Object.entries(tree).flatMap(([key, value]) => {
    const inside = changesIn(value);
    const word = isChange(key) ? changing[key] : undefined;
    if (word !== undefined && isObject(value)) {
      return [{ word, location: locationOf(value.relation) }, ...inside];
    }
    if (key === 'intoClause' && isObject(value)) {
      return [{ word: 'SELECT INTO', location: locationOf(value.rel) }, ...inside];
    }
    if (key === 'FuncCall' && isObject(value) && isWritingFunction(functionName(value))) {
      return [{ word: `${functionName(value)}()`, location: locationOf(value) }, ...inside];
    }
    return inside;
  });
}

/**
 * Byte offset of a placeholder where the server accepts only a constant: `DATE $1`, `INTERVAL $1`, `EXTRACT($1 FROM x)`. The library's
 * parser accepts them, because it is also used for statements whose constants were replaced by placeholders.
 */
export function misplacedParameter(tree: unknown): number | undefined {
  if (!isObject(tree)) return undefined;
  for (const [key, value] of Object.entries(tree)) {
    const misplacedAt = ownMisplaced(key, value) ?? misplacedParameter(value);
    if (misplacedAt !== undefined) return misplacedAt;
  }
  return undefined;
}

function ownMisplaced(key: string, node: unknown): number | undefined {
  if (!isObject(node)) return undefined;
  // A written cast has a location; a cast that the parser made from a type before a constant has none.
  if (key === 'TypeCast') return node.location === -1 ? parameterIn(node.arg) : undefined;
  const isExtract = key === 'FuncCall' && node.funcformat === 'COERCE_SQL_SYNTAX' && functionName(node) === 'extract';
  return isExtract && Array.isArray(node.args) ? parameterIn(node.args[0]) : undefined;
}

function parameterIn(node: unknown): number | undefined {
  return isObject(node) ? locationOf(node.ParamRef) : undefined;
}
