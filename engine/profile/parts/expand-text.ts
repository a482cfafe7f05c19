/** Inserts named expressions into expressions, and records for each character where it was written. */
import { type PartUse, partUses } from './part-uses.ts';

/** Where a character was written. `part`: the named expression; undefined for the text itself. `use`: the outermost `{name}` in the text itself. */
interface CharacterOrigin {
  readonly part: string | undefined;
  readonly offset: number;
  readonly use: PartUse | undefined;
}

export interface ExpandedText {
  readonly text: string;
  /** One for each UTF-16 code unit of the text. */
  readonly origins: readonly CharacterOrigin[];
}

/** A use that cannot be expanded. `inside`: the part that it is written in. */
export interface UseFault {
  readonly use: PartUse;
  readonly inside: string | undefined;
  readonly circle: boolean;
}

/** Looks up the text of a named expression; undefined if there is none of that name. Called once for each use. */
type LookUp = (name: string) => string | undefined;

interface Writer {
  readonly lookUp: LookUp;
  readonly faults: UseFault[];
  readonly characters: string[];
  readonly origins: CharacterOrigin[];
}

interface Inside {
  readonly parts: readonly string[];
  /** The use in the text itself; undefined outside of parts. */
  readonly use: PartUse | undefined;
  /** The expression is in {{ }}, which two closing braces would end. */
  readonly isHole: boolean;
}

function write(to: Writer, text: string, from: number, origin: CharacterOrigin, isHole: boolean): void {
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? '';
    const at = { ...origin, offset: from + index };
    if (isHole && character === '}' && to.characters.at(-1) === '}') {
      to.characters.push(' ');
      to.origins.push(at);
    }
    to.characters.push(character);
    to.origins.push(at);
  }
}

/** Writes the expression that begins at `from` of its text. */
function writeExpression(to: Writer, expression: string, from: number, inside: Inside): void {
  const part = inside.parts.at(-1);
  const origin: CharacterOrigin = { part, offset: 0, use: inside.use };
  let at = 0;
  for (const partUse of partUses(expression)) {
    const use: PartUse = { ...partUse, offset: from + partUse.offset };
    write(to, expression.slice(at, partUse.offset), from + at, origin, inside.isHole && part !== undefined);
    at = partUse.offset + partUse.length;
    const circle = inside.parts.includes(partUse.name);
    const content = circle ? undefined : to.lookUp(partUse.name);
    if (content === undefined) to.faults.push({ use, inside: part, circle });
    // A part that is the whole expression needs no brackets, so that a single name remains a single name.
    const isWhole = expression.trim() === expression.slice(partUse.offset, at);
    const outer = inside.use ?? use;
    const bracket = { part, offset: use.offset, use: inside.use };
    // Without a part, an empty block is valid JSONata without a value.
    if (!isWhole || content === undefined) write(to, '(', use.offset, bracket, false);
    if (content !== undefined) {
      const trimmed = content.trimStart();
      const parts = [...inside.parts, partUse.name];
      const insidePart: Inside = { parts, use: outer, isHole: inside.isHole };
      writeExpression(to, trimmed.trimEnd(), content.length - trimmed.length, insidePart);
    }
    if (!isWhole || content === undefined) write(to, ')', use.offset, bracket, false);
  }
  write(to, expression.slice(at), from + at, origin, inside.isHole && part !== undefined);
}

function written({ characters, origins }: Writer): ExpandedText {
  return { text: characters.join(''), origins };
}

/** The expression with its parts inserted. `self`: the name of the part whose text it is. */
export function expandExpression(text: string, lookUp: LookUp, faults: UseFault[], self?: string): ExpandedText {
  const to: Writer = { lookUp, faults, characters: [], origins: [] };
  writeExpression(to, text, 0, { parts: self === undefined ? [] : [self], use: undefined, isHole: false });
  return written(to);
}

/** The text with the parts in its {{ expressions }} inserted. */
export function expandTemplate(text: string, lookUp: LookUp, faults: UseFault[]): ExpandedText {
  const to: Writer = { lookUp, faults, characters: [], origins: [] };
  const outside: CharacterOrigin = { part: undefined, offset: 0, use: undefined };
  let at = 0;
  for (const match of text.matchAll(/\{\{(\??)(.*?)\}\}/gs)) {
    const [, mark = '', expression = ''] = match;
    const start = match.index + 2 + mark.length;
    write(to, text.slice(at, start), at, outside, false);
    writeExpression(to, expression, start, { parts: [], use: undefined, isHole: true });
    at = start + expression.length;
  }
  write(to, text.slice(at), at, outside, false);
  return written(to);
}
