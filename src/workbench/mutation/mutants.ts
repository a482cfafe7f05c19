/** All mutants of a profile: copies of its text with one change each, by which it is no longer the same mapping. */
import { isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument, type Scalar, type YAMLMap } from 'yaml';
import type { Lexicon } from '../../../engine/host/index.ts';
import { type Contract, type DatabaseKind, type DescribedName, databaseKinds } from '../../../engine/index.ts';
import { type Edit, edited, type MutationKind, shifted } from './edit.ts';
import { embeddedExpressions, expressionMutations } from './expression-mutations.ts';
import { keyMutation, queryMutations, queryOption, valueMutation } from './request-mutations.ts';
import { sqlMutations } from './sql-mutations.ts';
import { type Path, structureMutations } from './structure-mutations.ts';
import { usersOf } from './uses.ts';

export interface Mutant {
  /** Stable while the mutated part is unchanged: the section and the change, with a number if the same change is possible several times. */
  readonly id: string;
  /** In the profile; both from 1. */
  readonly line: number;
  readonly column: number;
  /** A clause without a full stop. */
  readonly change: string;
  readonly kind: MutationKind;
  /** The text that the change is about. */
  readonly subject: string;
  /** Paths of the endpoints whose answers it can change; at least one. */
  readonly endpoints: readonly string[];
  /** The text of the mutated profile. */
  readonly text: string;
}

/** Keys whose text is SQL. */
const sqlKeys = new Set(['query', 'exec', 'exists', 'currency', 'balance', 'opening', 'sql']);
/** Keys whose text is an expression. */
const expressionKeys = new Set(['where', 'rows', 'done', 'from']);
/** Keys whose entries are expressions. */
const expressionMaps = new Set(['fields', 'each']);
/** Keys whose text is for people. */
const messageKeys = new Set([
  'one',
  'refuse',
  'reason',
  'unavailable',
  'decide',
  'field',
  'name',
  'use',
  'else',
  'absent',
]);

const isSql = (path: Path, text: string): boolean => {
  const [key, parent] = [path.at(-1), path[0]];
  if (parent === 'parts')
    return key !== 'when' && !['expression', 'request', 'table', 'with'].includes(String(path[2]));
  return (
    typeof key === 'string' && sqlKeys.has(key) && /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|MERGE|EXEC)\b/i.test(text)
  );
};

const isExpression = (path: Path): boolean => {
  const [key, parent] = [path.at(-1), path.at(-2)];
  if (key === 'when') return path.includes('outcomes');
  if (path[0] === 'parts') return path[2] === 'expression';
  return (
    (typeof key === 'string' && expressionKeys.has(key)) || (typeof parent === 'string' && expressionMaps.has(parent))
  );
};

/** The source text of a scalar without quotes, block header and its comment, and its offset in the file. */
function contentOf(
  text: string,
  { type, range }: Scalar.Parsed,
): { readonly content: string; readonly offset: number } {
  const [start, end] = [range[0], range[1]];
  switch (type) {
    case 'BLOCK_LITERAL':
    case 'BLOCK_FOLDED': {
      const offset = text.indexOf('\n', start) + 1;
      return { content: text.slice(offset, end), offset };
    }
    case 'QUOTE_DOUBLE':
    case 'QUOTE_SINGLE':
      return { content: text.slice(start + 1, end - 1), offset: start + 1 };
    default:
      return { content: text.slice(start, end), offset: start };
  }
}

/** Keys of a request whose texts are sent as they are. The path of a request is none. */
const requestKeys = new Set(['params', 'json', 'form']);

/** What decides about the edits of a text, besides the text. */
interface EditScope {
  readonly lexicon: Lexicon;
  /** What the vendor's description knows at a path of the profile: keys of the map, or words of the text. */
  readonly describedAt: (path: Path) => readonly DescribedName[];
}

/** Changes of what stands outside of expressions in a text of a request. */
function requestEdits(content: string, path: Path, { describedAt }: EditScope): readonly Edit[] {
  const option = queryOption(path);
  const names = describedAt(path);
  if (option !== undefined) return queryMutations(option, content, names);
  return path.some((key) => requestKeys.has(String(key))) ? valueMutation(content, names) : [];
}

function scalarEdits(text: string, scalar: Scalar.Parsed, path: Path, scope: EditScope): readonly Edit[] {
  const { content, offset } = contentOf(text, scalar);
  const edits = ((): readonly Edit[] => {
    if (path.some((key) => typeof key === 'string' && messageKeys.has(key))) return [];
    if (isSql(path, content)) return sqlMutations(content, scope.lexicon);
    if (isExpression(path)) return expressionMutations(content);
    const expressions = embeddedExpressions(content).flatMap((expression) =>
      expressionMutations(expression.text).map((edit) => shifted(edit, expression.offset)),
    );
    return [...expressions, ...requestEdits(content, path, scope)];
  })();
  // A text in YAML's single quotes doubles them: an edit there would end the text.
  const isSafe = ({ replacement }: Edit): boolean =>
    !(scalar.type === 'QUOTE_SINGLE' && replacement.includes("'")) &&
    !(scalar.type === 'QUOTE_DOUBLE' && replacement.includes('"'));
  return edits.filter(isSafe).map((edit) => shifted(edit, offset));
}

interface PlacedEdit {
  readonly edit: Edit;
  readonly path: Path;
}

/** The members of a body under the names of others. */
function renamedKeys(map: YAMLMap<ParsedNode, ParsedNode | null>, path: Path, scope: EditScope): readonly Edit[] {
  const names = path.at(-1) === 'params' ? [] : scope.describedAt(path);
  const keys = map.items.flatMap(({ key }) => (isScalar(key) && key.type === 'PLAIN' ? [key] : []));
  const all = keys.map(({ value }) => String(value));
  return keys.flatMap(({ value, range }) => keyMutation(String(value), range[0], all, names));
}

function editsOf(text: string, node: ParsedNode | null, path: Path, scope: EditScope): readonly PlacedEdit[] {
  // The service sends no probe of a step: `engine check --connect` does.
  if (node === null || path.at(-1) === 'probe') return [];
  if (isScalar(node)) return scalarEdits(text, node, path, scope).map((edit) => ({ edit, path }));
  const renamed = isMap(node) ? renamedKeys(node, path, scope) : [];
  const nodeEdits = [...structureMutations(text, node, path), ...renamed].map((edit) => ({ edit, path }));
  if (isMap(node))
    return [
      ...nodeEdits,
      ...node.items.flatMap(({ key, value }) =>
        editsOf(text, value, [...path, isScalar(key) ? String(key.value) : ''], scope),
      ),
    ];
  return isSeq(node)
    ? [...nodeEdits, ...node.items.flatMap((item, index) => editsOf(text, item, [...path, index], scope))]
    : nodeEdits;
}

/** The lexicon of the profile's first database, or of the first kind of the engine if it has none. */
function lexiconOf(kinds: readonly DatabaseKind[]): Lexicon {
  const kind = kinds[0] ?? databaseKinds[0];
  if (kind === undefined) throw new Error('The engine has no kind of database.');
  return kind.dialect.lexicon;
}

/** Sections of a profile that answer requests; settings, sources and facts are the installation's. */
const sections = new Set(['ids', 'parts', 'endpoints']);

interface MutationInput {
  /** The text of the profile. */
  readonly text: string;
  /** The texts of the profiles that it extends. They are not mutated. */
  readonly bases: readonly string[];
  /** The databases of its sources. */
  readonly kinds: readonly DatabaseKind[];
  readonly contract: Pick<Contract, 'endpoints'>;
  /** What the vendors' descriptions of its sources know at a path of the profile; nothing without descriptions. */
  readonly describedAt?: EditScope['describedAt'] | undefined;
}

/** All mutants of a profile that can change an answer, in the order of its text. Parts that only facts use can change none. */
export function mutantsOf({ text, bases, kinds, contract, describedAt }: MutationInput): readonly Mutant[] {
  const lines = new LineCounter();
  const root = parseDocument(text, { lineCounter: lines }).contents;
  if (!isMap(root)) return [];
  const users = usersOf([text, ...bases], contract);
  const scope: EditScope = { lexicon: lexiconOf(kinds), describedAt: describedAt ?? (() => []) };
  const mutations = root.items.flatMap(({ key, value }) => {
    const section = isScalar(key) ? String(key.value) : '';
    return sections.has(section) ? editsOf(text, value, [section], scope) : [];
  });
  const counts = new Map<string, number>();
  return mutations
    .map(({ edit, path }) => ({ edit, path, endpoints: users(path) }))
    .filter(({ edit, endpoints }) => endpoints.length > 0 && edited(text, edit) !== text)
    .map(({ edit, path, endpoints }) => {
      const name = `${path[0] === 'endpoints' ? path[1] : path.slice(0, 2).join('.')}: ${edit.change}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const { line, col } = lines.linePos(edit.start);
      const id = count === 1 ? name : `${name} (${count})`;
      const { change, kind, subject } = edit;
      return { id, line, column: col, change, kind, subject, endpoints, text: edited(text, edit) };
    });
}
