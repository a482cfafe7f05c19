/** All mutants of a profile: copies of its text with one change each, by which it is no longer the same mapping. */
import { isMap, isScalar, isSeq, LineCounter, type ParsedNode, parseDocument, type Scalar } from 'yaml';
import type { Lexicon } from '../../../engine/host/index.ts';
import { type Contract, type DatabaseKind, databaseKinds } from '../../../engine/index.ts';
import { type Edit, edited, type MutationKind, shifted } from './edit.ts';
import { embeddedExpressions, expressionMutations } from './expression-mutations.ts';
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

function scalarEdits(text: string, scalar: Scalar.Parsed, path: Path, lexicon: Lexicon): readonly Edit[] {
  const { content, offset } = contentOf(text, scalar);
  const edits = ((): readonly Edit[] => {
    if (path.some((key) => typeof key === 'string' && messageKeys.has(key))) return [];
    if (isSql(path, content)) return sqlMutations(content, lexicon);
    if (isExpression(path)) return expressionMutations(content);
    return embeddedExpressions(content).flatMap((expression) =>
      expressionMutations(expression.text).map((edit) => shifted(edit, expression.offset)),
    );
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

function editsOf(text: string, node: ParsedNode | null, path: Path, lexicon: Lexicon): readonly PlacedEdit[] {
  // The service sends no probe of a step: `engine check --connect` does.
  if (node === null || path.at(-1) === 'probe') return [];
  if (isScalar(node)) return scalarEdits(text, node, path, lexicon).map((edit) => ({ edit, path }));
  const nodeEdits = structureMutations(text, node, path).map((edit) => ({ edit, path }));
  if (isMap(node))
    return [
      ...nodeEdits,
      ...node.items.flatMap(({ key, value }) =>
        editsOf(text, value, [...path, isScalar(key) ? String(key.value) : ''], lexicon),
      ),
    ];
  return isSeq(node)
    ? [...nodeEdits, ...node.items.flatMap((item, index) => editsOf(text, item, [...path, index], lexicon))]
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
}

/** All mutants of a profile that can change an answer, in the order of its text. Parts that only facts use can change none. */
export function mutantsOf({ text, bases, kinds, contract }: MutationInput): readonly Mutant[] {
  const lines = new LineCounter();
  const root = parseDocument(text, { lineCounter: lines }).contents;
  if (!isMap(root)) return [];
  const users = usersOf([text, ...bases], contract);
  const mutations = root.items.flatMap(({ key, value }) => {
    const section = isScalar(key) ? String(key.value) : '';
    return sections.has(section) ? editsOf(text, value, [section], lexiconOf(kinds)) : [];
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
