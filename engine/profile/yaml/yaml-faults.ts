/** The YAML library's errors as diagnostics of this program: our codes, our words, and what to do. */
import { type Document, isCollection, isScalar, type ParsedNode, visit, type YAMLError } from 'yaml';
import type { Code } from '../../diagnostics/codes.ts';
import type { TreeFault } from './tree.ts';

interface Words {
  readonly code: Code;
  readonly message: string;
  readonly hint: string;
  /** Where the fault begins, when the library points elsewhere. */
  readonly start?: number;
}

interface Where {
  readonly document: Document.Parsed<ParsedNode>;
  readonly text: string;
  readonly start: number;
  readonly lineStart: number;
}

const quoteIt = 'Quote the text, or write it as a block: a | after the key, and the text indented below.';
const alike = 'Indent the keys of one map by the same number of spaces.';

/** Where the innermost quoted text or collection in { } or [ ] begins that reaches up to an offset. */
function openedAt(kind: 'quote' | 'bracket', { document, start }: Where): number | undefined {
  let found: number | undefined;
  visit(document, {
    Node: (_key, node) => {
      if (!node.range || node.range[0] > start || node.range[1] < start) return;
      const isQuote = isScalar(node) && (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE');
      const isBracket = isCollection(node) && node.flow === true;
      if (kind === 'quote' ? isQuote : isBracket) found = node.range[0];
    },
  });
  return found;
}

function unclosed(kind: 'quote' | 'bracket', where: Where): Words {
  const opened = openedAt(kind, where);
  const message = kind === 'quote' ? 'This quoted text is never closed.' : 'This bracket is never closed.';
  const hint = 'Close it, or quote the text that holds the character.';
  return { code: 'YAML101', message, hint, ...(opened === undefined ? {} : { start: opened }) };
}

/** What the line shows that the library cannot know: texts of this language that need quotes. */
function guess({ text, start, lineStart }: Where): Words | undefined {
  const before = text.slice(lineStart, start);
  const braces = /(?:^|[:,[{-]\s+)\{\{/.exec(before);
  if (braces) {
    const message = 'YAML reads {{ }} without quotes as a map.';
    const hint = 'Put quotes around the whole text.';
    return { code: 'MAP108', message, hint, start: lineStart + braces.index + braces[0].length - 2 };
  }
  const expression = /[[{].*[\s:,](?=\$[A-Za-z(])/.exec(before);
  if (expression) {
    const message = 'YAML cannot read this expression, since it stands in { } or [ ] without quotes.';
    const hint = 'Quote the whole expression, or give its key a line of its own.';
    return { code: 'YAML101', message, hint, start: lineStart + expression.index + expression[0].length };
  }
  const dollar = /[[{].*(?=\$(?:$|\{))/.exec(before);
  if (dollar) {
    const message = 'YAML takes the brace after $ for a map, since the text stands in { } or [ ] without quotes.';
    return { code: 'YAML101', message, hint: 'Quote the text.', start: lineStart + dollar.index + dollar[0].length };
  }
  return undefined;
}

/** A tab among the white space that a line begins with, whatever the parser makes of it. */
function tabIn({ text, lineStart }: Where): Words | undefined {
  const tab = /^ *\t/.exec(text.slice(lineStart, lineStart + 200));
  if (tab === null) return undefined;
  const start = lineStart + tab[0].length - 1;
  return { code: 'YAML102', message: 'A tab stands in the indentation.', hint: 'Indent with spaces.', start };
}

/** Of two neighbours that are not indented alike the odd one: what fewer lines of the file are indented by. */
function odd({ text, lineStart }: Where): number | undefined {
  const lines = text.split('\n').map((line) => /^( *)[^\s#]/.exec(line)?.[1]?.length);
  const at = text.slice(0, lineStart).split('\n').length - 1;
  const own = lines[at];
  const before = lines.slice(0, at).findLastIndex((indent) => indent !== undefined);
  const other = lines[before];
  if (own === undefined || other === undefined || other >= own) return undefined;
  const count = (indent: number): number => lines.filter((one) => one === indent).length;
  if (count(other) >= count(own)) return undefined;
  return text.split('\n').slice(0, before).join('\n').length + 1 + other;
}

/** The same place, or the first line behind it that is not empty. */
function withContent(where: Where): Where {
  const empty = /^(?:[^\S\n]*\n)*/.exec(where.text.slice(where.lineStart))?.[0].length ?? 0;
  return { ...where, lineStart: where.lineStart + empty };
}

function unexpected(error: YAMLError, where: Where): Words {
  if (/closing.*quote/i.test(error.message)) return unclosed('quote', where);
  if (/end with a [\]}]/.test(error.message)) return unclosed('bracket', where);
  const message = error.message.replace(/^./, (first) => first.toLowerCase()).replace(/\.?$/, '.');
  const isInside = /[[{]/.test(where.text.slice(where.lineStart, where.start));
  if (isInside && /unexpected scalar at node end|missing , /i.test(error.message)) {
    const hint = 'Write a comma between two entries of { } and [ ], or quote the text.';
    return guess(where) ?? { code: 'YAML101', message: 'A comma is missing before this, or quotes around it.', hint };
  }
  return guess(where) ?? { code: 'YAML101', message: `This is not valid YAML: ${message}`, hint: quoteIt };
}

function wordsFor(error: YAMLError, where: Where): Words {
  const tab = tabIn(where);
  if (tab !== undefined) return tab;
  switch (error.code) {
    case 'MULTIPLE_DOCS':
      return { code: 'YAML106', message: 'A second document begins here.', hint: 'Keep one document in the file.' };
    case 'RESOURCE_EXHAUSTION': {
      const hint = 'Look for a bracket that is repeated by mistake.';
      return { code: 'YAML112', message: 'The file is nested too deeply.', hint };
    }
    case 'BAD_DIRECTIVE': {
      const hint = 'Remove the line that begins with %.';
      return { code: 'YAML108', message: 'Directives are not part of the language.', hint };
    }
    case 'TAG_RESOLVE_FAILED':
    case 'MULTIPLE_TAGS': {
      const hint = 'Remove it; quote a value to make it a text.';
      return { code: 'YAML108', message: 'Tags are not part of the language.', hint };
    }
    case 'BAD_ALIAS': {
      const message = 'A text that begins with * or & names a repeated value, and this is no name.';
      return { code: 'YAML104', message, hint: quoteIt };
    }
    case 'BLOCK_AS_IMPLICIT_KEY':
    case 'MULTILINE_IMPLICIT_KEY': {
      const glued = /^\s*[\w./-]+:(?=[^\s/])/.exec(where.text.slice(where.lineStart).split('\n', 1)[0] ?? '');
      if (glued !== null) {
        const what = 'YAML takes this for a text and no key, since nothing parts the colon from the value.';
        return { code: 'YAML101', message: what, hint: 'Write a blank after the colon.' };
      }
      const message = 'A key is not expected here: ": " begins a value, or the lines are not indented alike.';
      return guess(where) ?? { code: 'YAML101', message, hint: `Quote a text that holds ": ". ${alike}` };
    }
    case 'BAD_INDENT': {
      if (/end with a [\]}]/.test(error.message)) return unclosed('bracket', where);
      const content = withContent(where);
      const start = odd(content) ?? (content.lineStart === where.lineStart ? undefined : content.lineStart);
      const words: Words = { code: 'YAML101', message: 'This line is not indented like its neighbours.', hint: alike };
      return start === undefined ? words : { ...words, start };
    }
    case 'BAD_SCALAR_START':
      return { code: 'YAML101', message: 'A text without quotes cannot begin with this character.', hint: quoteIt };
    case 'BAD_DQ_ESCAPE': {
      const hint = 'Double the backslash, or use single quotes, in which it is an ordinary character.';
      return { code: 'YAML101', message: 'Double quotes know no such backslash sequence.', hint };
    }
    default:
      return unexpected(error, where);
  }
}

/** Faults for the library's errors: one for each line, ten at most, since one broken line makes the following ones look broken. */
export function yamlFaults(document: Document.Parsed<ParsedNode>, text: string): readonly TreeFault[] {
  const faults: TreeFault[] = [];
  const lines = new Set<number>();
  for (const error of document.errors) {
    const position = Math.min(error.pos[0], text.length);
    const lineStart = text.lastIndexOf('\n', position - 1) + 1;
    // Once a bracket went wrong the parser has left the document, and calls all that follows unexpected.
    const isLost = faults.length > 0 && error.message.includes('in YAML stream');
    // Below a tab nothing is indented as the parser thinks.
    const isAftermath = isLost || faults.some(({ code }) => code === 'YAML102');
    if (lines.has(lineStart) || isAftermath || faults.length === 10) continue;
    lines.add(lineStart);
    const words = wordsFor(error, { document, text, start: position, lineStart });
    const start = words.start ?? position;
    faults.push({ ...words, start, end: Math.max(start + 1, error.pos[1]) });
  }
  return faults;
}
