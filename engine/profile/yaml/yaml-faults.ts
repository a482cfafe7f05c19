/** Converts errors of the YAML library into faults with the program's codes, messages and hints. */
import { type Document, isCollection, isScalar, type ParsedNode, visit, type YAMLError } from 'yaml';
import type { TextFault } from './text-fault.ts';

/** `start` is set if the fault begins at another offset than the one that the library reports. */
type Explanation = Pick<TextFault, 'code' | 'message' | 'hint'> & { readonly start?: number };

/** The location of an error. */
interface ErrorContext {
  readonly document: Document.Parsed<ParsedNode>;
  readonly text: string;
  /** Offset of the error. */
  readonly start: number;
  /** Offset of the beginning of its line. */
  readonly lineStart: number;
}

const quoteIt = 'Quote the text, or write it as a block: a | after the key, and the text indented below.';
export const indentAlike = 'Indent all keys of a map by the same number of spaces.';
export const indentDiffers = 'The indentation of this line does not match its neighbours.';

/** The offset of the innermost quoted text, or collection in brackets, that contains the error. */
function openedAt(kind: 'quote' | 'bracket', { document, start }: ErrorContext): number | undefined {
  let opened: number | undefined;
  visit(document, {
    Node: (_key, node) => {
      if (!node.range || node.range[0] > start || node.range[1] < start) return;
      const isQuote = isScalar(node) && (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE');
      const isBracket = isCollection(node) && node.flow === true;
      if (kind === 'quote' ? isQuote : isBracket) opened = node.range[0];
    },
  });
  return opened;
}

function unclosed(kind: 'quote' | 'bracket', context: ErrorContext): Explanation {
  const opened = openedAt(kind, context);
  const message = kind === 'quote' ? 'This quoted text is never closed.' : 'This bracket is never closed.';
  const hint = 'Close it, or quote the text that contains the character.';
  return { code: 'YAML101', message, hint, ...(opened === undefined ? {} : { start: opened }) };
}

/** Recognises unquoted texts of the profile language that need quotes, which the library cannot know. */
function unquotedText({ text, start, lineStart }: ErrorContext): Explanation | undefined {
  const before = text.slice(lineStart, start);
  const braces = /(?:^|[:,[{-]\s+)\{\{/.exec(before);
  if (braces) {
    const message = 'Without quotes, YAML reads {{ }} as a map.';
    const hint = 'Quote the whole text.';
    return { code: 'MAP108', message, hint, start: lineStart + braces.index + braces[0].length - 2 };
  }
  const part = /(?:^|[:,[{-]\s+)(\{[\w*$-]+\})\s+$/.exec(before);
  if (part) {
    const message = `Without quotes, YAML reads ${part[1]} as a map, and cannot read the text after it.`;
    const hint = 'Quote the whole text: a value that begins with { needs quotes.';
    return {
      code: 'MAP108',
      message,
      hint,
      start: lineStart + part.index + part[0].indexOf('{', part[0].search(/[:,[{-]\s/) + 1),
    };
  }
  const expression = /[[{].*[\s:,](?=\$[A-Za-z(])/.exec(before);
  if (expression) {
    const message = 'YAML cannot parse this expression, because it is inside { } or [ ] without quotes.';
    const hint = 'Quote the whole expression, or write its key on a separate line.';
    return { code: 'YAML101', message, hint, start: lineStart + expression.index + expression[0].length };
  }
  const dollar = /[[{].*(?=\$(?:$|\{))/.exec(before);
  if (dollar) {
    const message = 'YAML reads the brace after $ as a map, because the text is inside { } or [ ] without quotes.';
    return { code: 'YAML101', message, hint: 'Quote the text.', start: lineStart + dollar.index + dollar[0].length };
  }
  return undefined;
}

/** A tab in the indentation of the line, regardless of the error that the parser reports for it. */
function tabInIndentation({ text, lineStart }: ErrorContext): Explanation | undefined {
  const tab = /^ *\t/.exec(text.slice(lineStart, lineStart + 200));
  if (tab === null) return undefined;
  const start = lineStart + tab[0].length - 1;
  return { code: 'YAML102', message: 'The indentation contains a tab.', hint: 'Indent with spaces.', start };
}

/**
 * If the line and the previous one have different indentation, the offset of the one whose indentation is rarer in the file. Undefined if that
 * is the line itself.
 */
function oddNeighbour({ text, lineStart }: ErrorContext): number | undefined {
  const lines = text.split('\n').map((line) => /^( *)[^\s#]/.exec(line)?.[1]?.length);
  const at = text.slice(0, lineStart).split('\n').length - 1;
  const indent = lines[at];
  const before = lines.slice(0, at).findLastIndex((indent) => indent !== undefined);
  const other = lines[before];
  if (indent === undefined || other === undefined || other >= indent) return undefined;
  const count = (indent: number): number => lines.filter((one) => one === indent).length;
  if (count(other) >= count(indent)) return undefined;
  return text.split('\n').slice(0, before).join('\n').length + 1 + other;
}

/** Moves the context past empty lines. */
function skipEmptyLines(context: ErrorContext): ErrorContext {
  const empty = /^(?:[^\S\n]*\n)*/.exec(context.text.slice(context.lineStart))?.[0].length ?? 0;
  return { ...context, lineStart: context.lineStart + empty };
}

function explainUnexpected(error: YAMLError, context: ErrorContext): Explanation {
  if (/closing.*quote/i.test(error.message)) return unclosed('quote', context);
  if (/end with a [\]}]/.test(error.message)) return unclosed('bracket', context);
  const message = error.message.replace(/^./, (first) => first.toLowerCase()).replace(/\.?$/, '.');
  const isInside = /[[{]/.test(context.text.slice(context.lineStart, context.start));
  if (isInside && /unexpected scalar at node end|missing , /i.test(error.message)) {
    const hint = 'Separate the entries of { } and [ ] with commas, or quote the text.';
    return (
      unquotedText(context) ?? {
        code: 'YAML101',
        message: 'A comma is missing before this text, or the text needs quotes.',
        hint,
      }
    );
  }
  return unquotedText(context) ?? { code: 'YAML101', message: `This is not valid YAML: ${message}`, hint: quoteIt };
}

function explain(error: YAMLError, context: ErrorContext): Explanation {
  const tab = tabInIndentation(context);
  if (tab !== undefined) return tab;
  switch (error.code) {
    case 'MULTIPLE_DOCS':
      return { code: 'YAML106', message: 'A second document starts here.', hint: 'Keep one document per file.' };
    case 'BAD_DIRECTIVE': {
      const hint = 'Remove the line that begins with %.';
      return { code: 'YAML108', message: 'YAML directives are not supported.', hint };
    }
    case 'TAG_RESOLVE_FAILED':
    case 'MULTIPLE_TAGS': {
      const hint = 'Remove the tag. Quote the value if a text is meant.';
      return { code: 'YAML108', message: 'YAML tags are not supported.', hint };
    }
    case 'BAD_ALIAS': {
      const message = 'A text that begins with * or & is an alias or an anchor, and this is not a valid name for one.';
      return { code: 'YAML104', message, hint: quoteIt };
    }
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY': {
      const withoutSpace = /^\s*[\w./-]+:(?=[^\s/])/.exec(
        context.text.slice(context.lineStart).split('\n', 1)[0] ?? '',
      );
      if (withoutSpace !== null) {
        const text = 'YAML reads this as a text instead of a key, because there is no space after the colon.';
        return { code: 'YAML101', message: text, hint: 'Add a space after the colon.' };
      }
      const message = 'A key is not expected here: the text contains ": ", or the lines are indented differently.';
      return (
        unquotedText(context) ?? { code: 'YAML101', message, hint: `Quote a text that contains ": ". ${indentAlike}` }
      );
    }
    case 'BAD_INDENT': {
      if (/end with a [\]}]/.test(error.message)) return unclosed('bracket', context);
      const content = skipEmptyLines(context);
      const start = oddNeighbour(content) ?? (content.lineStart === context.lineStart ? undefined : content.lineStart);
      return { code: 'YAML101', message: indentDiffers, hint: indentAlike, ...(start !== undefined && { start }) };
    }
    case 'BAD_SCALAR_START':
      return { code: 'YAML101', message: 'An unquoted text cannot begin with this character.', hint: quoteIt };
    case 'BAD_DQ_ESCAPE': {
      const hint = 'Double the backslash, or use single quotes, in which it is an ordinary character.';
      return { code: 'YAML101', message: 'This is not a valid escape sequence in double quotes.', hint };
    }
    default:
      return explainUnexpected(error, context);
  }
}

/** The fault of a text whose nesting is not composed. */
export function tooDeep(start: number): TextFault {
  const hint = 'Look for a bracket that is repeated by mistake.';
  return { code: 'YAML112', message: 'The file is nested too deeply.', hint, start, end: start + 1 };
}

const maxFaults = 10;

/** The faults of a document: one per line and ten at most, because one broken line causes errors on the following ones. */
export function yamlFaults(document: Document.Parsed<ParsedNode>, text: string): readonly TextFault[] {
  const faults: TextFault[] = [];
  const lines = new Set<number>();
  for (const error of document.errors) {
    const position = Math.min(error.pos[0], text.length);
    const lineStart = text.lastIndexOf('\n', position - 1) + 1;
    // After a wrong bracket the parser has left the document and reports everything after it as unexpected.
    const isAfterEnd = faults.length > 0 && error.message.includes('in YAML stream');
    // After a tab the parser misjudges the indentation of all lines.
    const isFollowUp = isAfterEnd || faults.some(({ code }) => code === 'YAML102');
    if (lines.has(lineStart) || isFollowUp || faults.length === maxFaults) continue;
    lines.add(lineStart);
    const explanation = explain(error, { document, text, start: position, lineStart });
    const start = explanation.start ?? position;
    faults.push({ ...explanation, start, end: Math.max(start + 1, error.pos[1]) });
  }
  return faults;
}
