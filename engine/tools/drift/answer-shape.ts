/** The members of the rows in an ERP's answer, and their types. */
import { isRow, type WorkRow } from '../../shape/encode.ts';

/** Types of a member, in a stable order: `text`, `number`, `truth`, `map`, `list`. */
interface MemberShape {
  readonly types: readonly string[];
  /** Whether all rows have the member. */
  readonly always: boolean;
}

/** By path: `lines.amount` is a member of each map in the list `lines`. */
export type AnswerShape = ReadonlyMap<string, MemberShape>;

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (isRow(value)) return 'map';
  if (typeof value === 'boolean') return 'truth';
  return typeof value === 'string' ? 'text' : 'number';
}

const isPresent = (value: unknown): boolean => value !== undefined && value !== null;

/** The members of some rows; a null member counts as missing. */
export function answerShape(rows: readonly WorkRow[], above = ''): AnswerShape {
  const shape = new Map<string, MemberShape>();
  for (const name of new Set(rows.flatMap((row) => Object.keys(row)))) {
    const values = rows.map((row) => row[name]).filter(isPresent);
    if (values.length === 0) continue;
    const path = `${above}${name}`;
    shape.set(path, { types: [...new Set(values.map(typeOf))].sort(), always: values.length === rows.length });
    const inner = values.flatMap((value): readonly unknown[] => (Array.isArray(value) ? value : [value])).filter(isRow);
    for (const [deeper, member] of answerShape(inner, `${path}.`)) shape.set(deeper, member);
  }
  return shape;
}

/** The form in a lock file: `text`, `number or text`; with `?` if not all rows have the member. */
export function shapeText({ types, always }: MemberShape): string {
  return `${types.join(' or ')}${always ? '' : '?'}`;
}

/** Parses the result of `shapeText`. */
export function readShape(text: string): MemberShape {
  return { types: text.replace(/\?$/, '').split(' or '), always: !text.endsWith('?') };
}
