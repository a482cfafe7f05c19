/** Parses YAML into nodes, with a bound on the depth. */
import { Composer, type CST, type Document, type ParsedNode, Parser, YAMLParseError } from 'yaml';

/** Maximum depth of the parser's stack. 64 levels of a profile need fewer than 200 entries. */
const maxStack = 256;

/** The text is nested too deeply at this offset. */
class TooDeep extends Error {
  readonly offset: number;
  constructor(offset: number) {
    super('The YAML text is nested too deeply.');
    this.offset = offset;
  }
}

/** The parser keeps a stack. The composer calls itself for each level: a deep text would exhaust the stack of the process and end it. */
class BoundedParser extends Parser {
  override *next(source: string): Generator<CST.Token, void> {
    if (this.stack.length > maxStack) throw new TooDeep(this.offset);
    yield* super.next(source);
  }
}

type Composed =
  | { readonly ok: true; readonly document: Document.Parsed<ParsedNode> }
  | { readonly ok: false; readonly tooDeepAt: number };

/** Composes the first document of a text: YAML 1.2, without merge keys and known tags. A second document is an error of the first one. */
export function composeYaml(text: string): Composed {
  const composer = new Composer({
    version: '1.2',
    schema: 'core',
    strict: true,
    // convertNodes compares keys by their source text: 1 and 01 are two codes of an ERP, not one number.
    uniqueKeys: false,
    merge: false,
    resolveKnownTags: false,
    prettyErrors: false,
    logLevel: 'error',
  });
  try {
    const [document, second] = composer.compose(new BoundedParser().parse(text), true, text.length);
    if (document === undefined) throw new Error('The composer returned no document.');
    if (second !== undefined) {
      const [start, end] = second.range;
      document.errors.push(new YAMLParseError([start, end], 'MULTIPLE_DOCS', 'The text has several documents.'));
    }
    return { ok: true, document };
  } catch (error) {
    if (error instanceof TooDeep) return { ok: false, tooDeepAt: error.offset };
    throw error;
  }
}
