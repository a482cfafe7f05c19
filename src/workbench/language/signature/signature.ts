/** The function or part whose arguments are being written: its signature, and the argument at the cursor. */
import { expressionFunctions } from '../expressions/library.ts';
import { languageAt } from '../profile/embedded.ts';
import { kindOf, type ProfileView, sourceOf } from '../profile/view.ts';
import { parametersIn, partText } from '../sql/statement.ts';
import type { Position } from '../text/positions.ts';
import { cursorAt } from '../yaml/cursor.ts';

export interface Signature {
  /** `substr(text, start, length) → text` */
  readonly label: string;
  /** Offsets of the parameters in the label. */
  readonly parameters: readonly (readonly [start: number, end: number])[];
  /** The parameter at the cursor, from 0. */
  readonly active: number;
  /** Markdown. */
  readonly documentation: string | undefined;
}

interface OpenCall {
  /** With the brace or the dollar sign before it. */
  readonly name: string;
  /** From 0. */
  readonly argument: number;
}

/** The calls that are open at the end of a text, the innermost one first. Groups in parentheses without a name are none. */
function openCalls(text: string): readonly OpenCall[] {
  // Texts in quotes keep their length; one that is not closed reaches to the end.
  const code = text.replaceAll(/'[^']*(?:'|$)|"[^"]*(?:"|$)/g, (quoted) => '_'.repeat(quoted.length));
  const calls: OpenCall[] = [];
  let [depth, argument] = [0, 0];
  for (let at = code.length - 1; at >= 0; at -= 1) {
    const sign = code[at] ?? '';
    if (')]}'.includes(sign)) depth += 1;
    else if ('([{'.includes(sign) && depth > 0) depth -= 1;
    else if (sign === ',' && depth === 0) argument += 1;
    else if ('([{'.includes(sign)) {
      const name =
        sign === '(' ? /[{$]?[\p{L}_][\p{L}\p{N}_-]*\s*$/u.exec(code.slice(0, at))?.[0].trimEnd() : undefined;
      if (name !== undefined) calls.push({ name, argument });
      argument = 0;
    }
  }
  return calls;
}

interface Described {
  readonly name: string;
  /** `(text, start, length) → text` */
  readonly signature: string;
  readonly documentation: string | undefined;
}

function signatureOf({ name, signature, documentation }: Described, argument: number): Signature | undefined {
  const inner = /^\(([^)]*)\)/.exec(signature)?.[1] ?? '';
  if (inner === '') return undefined;
  let from = name.length + 1;
  const parameters = inner.split(', ').map((parameter) => {
    const span = [from, from + parameter.length] as const;
    from = span[1] + 2;
    return span;
  });
  const active = Math.min(argument, parameters.length - 1);
  return { label: `${name}${signature}`, parameters, active, documentation };
}

const expressionSignature = ({ name, argument }: OpenCall): Signature | undefined => {
  const called = expressionFunctions.find((one) => `$${one.name}` === name);
  return called && signatureOf({ ...called, name, documentation: called.meaning }, argument);
};

/** Undefined where no known function or part with parameters is called. */
export function signatureAt(view: ProfileView, position: Position): Signature | undefined {
  const offset = view.lines.offsetAt(position);
  const cursor = cursorAt(view.text, view.entries, offset);
  if (cursor?.kind !== 'value') return undefined;
  const { path, entry } = cursor;
  const before = view.text.slice(entry.value.start, offset);
  const language = languageAt(view, path);
  if (language === 'sql') {
    const functions = kindOf(view, sourceOf(view, path))?.editorWords.functions ?? [];
    for (const { name, argument } of openCalls(before)) {
      const part = name.startsWith('{') ? name.slice(1) : undefined;
      const parameters = part === undefined ? [] : parametersIn(view, part);
      const documentation = part && `\`\`\`sql\n${partText(view, part) ?? ''}\n\`\`\``;
      const called = functions.find((one) => one.name === name.toLowerCase());
      const described =
        part === undefined
          ? called && { ...called, documentation: called.meaning }
          : { name: part, signature: `(${parameters.join(', ')})`, documentation };
      if (described !== undefined) return signatureOf(described, argument);
    }
    return undefined;
  }
  const open = before.lastIndexOf('{{');
  if (language === 'template' && (open < 0 || before.lastIndexOf('}}') > open)) return undefined;
  const text = language === 'template' ? before.slice(open + 2) : before;
  for (const call of openCalls(text)) {
    const signature = expressionSignature(call);
    if (signature !== undefined) return signature;
  }
  return undefined;
}
