/** The tokens of a YAML text that are more than white space. */
import { type CST, Parser } from 'yaml';

/** `block-text`: the lines of a text below `|` or `>`. */
type TokenKind = CST.SourceToken['type'] | CST.FlowScalar['type'] | 'block-text' | 'error';

export interface TextToken {
  readonly kind: TokenKind;
  /** Offset of the first character. */
  readonly start: number;
  /** Offset behind the last character. */
  readonly end: number;
  readonly source: string;
}

const isBlank = ({ type }: { readonly type: string }): boolean => type === 'space' || type === 'newline';

const sourceToken = ({ type, offset, source }: CST.SourceToken | CST.FlowScalar): TextToken => ({
  ...{ kind: type, start: offset, end: offset + source.length, source },
});

const sourceTokens = (tokens: readonly CST.SourceToken[] = []): readonly TextToken[] =>
  tokens.filter((token) => !isBlank(token)).map(sourceToken);

/** The lines of a block scalar. Empty lines at its end belong to it only where its header keeps them (`|+`). */
export function blockText({ offset, props, source }: CST.BlockScalar): TextToken & { readonly header: string } {
  const header = props.find(({ type }) => type === 'block-scalar-header');
  const headerText = header !== undefined && 'source' in header ? header.source : '';
  const last = props.at(-1);
  const start = last !== undefined && 'source' in last ? last.offset + last.source.length : offset;
  const kept = headerText.includes('+') ? source : source.trimEnd();
  return { kind: 'block-text', start, end: start + kept.length, source: kept, header: headerText };
}

function itemTokens({ start, key, sep, value }: CST.CollectionItem): readonly TextToken[] {
  return [
    ...sourceTokens(start),
    ...(key === undefined || key === null ? [] : tokensIn(key)),
    ...sourceTokens(sep),
    ...(value === undefined ? [] : tokensIn(value)),
  ];
}

function tokensIn(token: CST.Token): readonly TextToken[] {
  switch (token.type) {
    case 'document':
      return [...itemTokens(token), ...sourceTokens(token.end)];
    case 'block-map':
    case 'block-seq':
      return token.items.flatMap(itemTokens);
    case 'flow-collection':
      return [sourceToken(token.start), ...token.items.flatMap(itemTokens), ...sourceTokens(token.end)];
    case 'block-scalar':
      return [...token.props.flatMap(tokensIn), blockText(token)];
    case 'alias':
    case 'scalar':
    case 'single-quoted-scalar':
    case 'double-quoted-scalar':
      return [sourceToken(token), ...sourceTokens(token.end)];
    case 'directive':
    case 'doc-end':
    case 'error':
      return [{ kind: 'error', start: token.offset, end: token.offset + token.source.length, source: token.source }];
    default:
      return isBlank(token) ? [] : [sourceToken(token)];
  }
}

interface TokenTree {
  readonly document: CST.Document | undefined;
  /** In the order of the text. */
  readonly tokens: readonly TextToken[];
}

/** The tokens of a text with one document, which the parser accepts. */
export function readTokens(text: string): TokenTree {
  const trees = [...new Parser().parse(text)];
  const document = trees.find((tree) => tree.type === 'document');
  return { document, tokens: trees.flatMap(tokensIn).sort((one, other) => one.start - other.start) };
}
