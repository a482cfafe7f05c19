/** The syntax tree of a regular expression of JavaScript, with what the two ways to search need to know about it. */
import { type AST, RegExpParser, RegExpSyntaxError, visitRegExpAST } from '@eslint-community/regexpp';

export interface Pattern {
  readonly alternatives: readonly AST.Alternative[];
  /** The groups whose text is kept, in the order of their numbers, which begin at 1. */
  readonly groups: readonly AST.CapturingGroup[];
  /** Why the pattern cannot be searched in linear time; undefined if it can. */
  readonly notLinear: string | undefined;
}

/** What a pattern matches at one place, and how often: `max` may be infinite. */
export interface Item {
  readonly element: Exclude<AST.Element, AST.Quantifier>;
  readonly min: number;
  readonly max: number;
  readonly greedy: boolean;
}

/** A pattern that the engine does not search with. */
export class Refused extends Error {}

/** The items of an alternative, from left to right. */
export const itemsOf = ({ elements }: AST.Alternative): readonly Item[] =>
  elements.map((element) => (element.type === 'Quantifier' ? element : { element, min: 1, max: 1, greedy: true }));

/** Whether an element is one character: `a`, `\d`, `[^,]`. */
export const isCharacter = ({ type }: AST.Element): boolean =>
  type === 'Character' || type === 'CharacterSet' || type === 'CharacterClass';

/** Whether an element is a group, whose text is kept or not. */
export const isGroup = (element: AST.Element): element is AST.Group | AST.CapturingGroup =>
  element.type === 'Group' || element.type === 'CapturingGroup';

/** Whether an element may match the empty text. */
export function canBeEmpty(element: AST.Element): boolean {
  if (element.type === 'Quantifier') return element.min === 0 || canBeEmpty(element.element);
  if (isGroup(element)) return element.alternatives.some(({ elements }) => elements.every(canBeEmpty));
  return element.type === 'Assertion' || element.type === 'Backreference';
}

function parse(text: string, unicode: boolean): AST.Pattern {
  try {
    return new RegExpParser().parsePattern(text, 0, text.length, { unicode });
  } catch (error) {
    // V8 accepts a group inside of another one of the same name, which ECMAScript does not.
    if (error instanceof RegExpSyntaxError) throw new Refused(`is not valid: ${error.message.split(': ').at(-1)}`);
    throw error;
  }
}

/** Parses the text of a pattern that V8 accepts. `unicode`: with the flag u. Throws Refused. */
export function parsePattern(text: string, unicode: boolean): Pattern {
  const pattern = parse(text, unicode);
  const groups: AST.CapturingGroup[] = [];
  let notLinear: string | undefined;
  visitRegExpAST(pattern, {
    onCapturingGroupEnter(group) {
      groups.push(group);
    },
    onGroupEnter({ modifiers }) {
      if (modifiers !== null) throw new Refused('changes flags inside');
    },
    onAssertionEnter({ kind }) {
      if (kind === 'lookahead' || kind === 'lookbehind') notLinear ??= 'looks ahead or behind';
    },
    onBackreferenceEnter() {
      notLinear ??= 'refers back to a group';
    },
    onQuantifierLeave({ element }) {
      if (isGroup(element) && canBeEmpty(element)) notLinear ??= 'repeats a part that can be empty';
    },
  });
  return { alternatives: pattern.alternatives, groups, notLinear };
}
