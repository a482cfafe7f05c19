/** Which keywords can stand at the end of an unfinished SQL text. */
import type { KeywordPlace } from '../../../../engine/host/index.ts';
import type { DatabaseKind } from '../../../../engine/index.ts';
import { type Lexeme, lexemesOf } from './lexemes.ts';

/** The clause of a statement. `piece`: the text of a part, which is a piece of a statement. `inner`: the arguments of a function, a window or a list. */
type Clause =
  | 'start'
  | 'outputs'
  | 'sources'
  | 'join'
  | 'condition'
  | 'grouping'
  | 'sorting'
  | 'limit'
  | 'target'
  | 'assignment'
  | 'values'
  | 'piece'
  | 'inner';

interface State {
  clause: Clause;
  /** A SELECT, and no INSERT, UPDATE or DELETE. */
  isQuery: boolean;
  isChange: boolean;
  /** A joined table needs its condition. */
  needsCondition: boolean;
  /** Words CASE without their END. */
  cases: number;
}

const clauses: Readonly<Record<string, Clause>> = {
  ...{ select: 'outputs', returning: 'outputs', output: 'outputs' },
  ...{ from: 'sources', join: 'sources', apply: 'sources', straight_join: 'sources' },
  ...{ on: 'join', where: 'condition', having: 'condition' },
  ...{ group: 'grouping', partition: 'grouping', order: 'sorting' },
  ...{ limit: 'limit', offset: 'limit', fetch: 'limit', top: 'limit' },
  ...{ into: 'target', update: 'target', set: 'assignment', values: 'values' },
  ...{ union: 'start', except: 'start', intersect: 'start' },
};

/** Words behind which a value, a table or another word must follow. */
const opens = new Set(
  [
    'select distinct all from join straight_join apply into update where having on and or not in like ilike between is as',
    'case when then else by group order partition set values limit offset fetch top using over interval escape any some exists',
    'union except intersect with recursive lateral left right inner outer full cross natural insert delete returning output',
    'regexp glob div collate',
  ].flatMap((line) => line.split(' ')),
);

/** Pairs of words in which the second one begins no clause. */
const otherMeaning = /^(?:(?:for|key|do) update|distinct (?:from|on)|within group)$/;

const lower = (lexeme: Lexeme | undefined): string => lexeme?.text.toLowerCase() ?? '';

function readWord(state: State, word: string, previous: string): void {
  const clause = clauses[word];
  if (word === 'case') state.cases += 1;
  if (word === 'end') state.cases = Math.max(0, state.cases - 1);
  if (/^(?:insert|update|delete)$/.test(word) && state.clause === 'start') state.isChange = true;
  // `extract(year FROM t)`, `count(x) FILTER (...)`: what is inside of a function begins no clause, apart from an order.
  const isInner = state.clause === 'inner' && !/^(?:select|order|partition|values)$/.test(word);
  if (clause === undefined || isInner || otherMeaning.test(`${previous} ${word}`)) return;
  state.clause = clause;
  state.isQuery ||= word === 'select';
  state.needsCondition = word === 'join' && !/^(?:cross|natural)$/.test(previous);
}

const create = (clause: Clause): State => ({
  clause,
  isQuery: false,
  isChange: false,
  needsCondition: false,
  cases: 0,
});

/** Clauses that go on in parentheses: `WHERE (a = 1`, `FROM (a JOIN b`. */
const continues = new Set<Clause>(['sources', 'join', 'condition']);

/** The state behind these lexemes, inside of the innermost parentheses. */
function stateBehind(lexemes: readonly Lexeme[], isPiece: boolean): State {
  const states: [State, ...State[]] = [create(isPiece ? 'piece' : 'start')];
  for (const [index, { kind, text }] of lexemes.entries()) {
    const state = states.at(-1) ?? states[0];
    const previous = lower(lexemes[index - 1]);
    if (kind === 'sign' && text === '(') {
      const goesOn = continues.has(state.clause) && opens.has(previous) && previous !== 'in';
      states.push(create(goesOn ? state.clause : 'inner'));
    } else if (kind === 'sign' && text === ')') {
      if (states.length > 1) states.pop();
    } else if (kind === 'word' && previous !== '.') readWord(state, text.toLowerCase(), previous);
  }
  return states.at(-1) ?? states[0];
}

/** Whether a value or a name ends with this lexeme. */
function endsValue({ kind, text }: Lexeme): boolean {
  if (kind === 'sign') return text === ')' || text === ']';
  return kind !== 'word' || !opens.has(text.toLowerCase());
}

function placesBehindValue({ clause, isQuery, isChange, needsCondition, cases }: State): readonly KeywordPlace[] {
  if (cases > 0) return ['case', 'operator'];
  const end: readonly KeywordPlace[] = isQuery ? ['tail'] : isChange ? ['change'] : [];
  switch (clause) {
    case 'start':
      return ['statement'];
    case 'outputs':
      return ['output'];
    case 'sources':
      return needsCondition ? ['joined'] : ['source', 'where', ...end];
    case 'join':
    case 'piece':
      return ['operator', 'source', 'where', ...end];
    case 'condition':
      return ['operator', ...end];
    case 'grouping':
      return isQuery ? ['grouped', 'tail'] : ['sort'];
    case 'sorting':
      return ['sort', ...end];
    case 'limit':
      return end;
    case 'target':
      return ['target'];
    case 'assignment':
      return ['where', 'change'];
    case 'values':
      return ['change'];
    case 'inner':
      return ['operator'];
  }
}

function placesBeforeValue({ clause, cases }: State, last: string): readonly KeywordPlace[] {
  if (cases > 0) return last === 'case' ? ['case', 'operand'] : ['operand'];
  switch (clause) {
    case 'start':
      return ['statement'];
    case 'sources':
    case 'target':
    case 'limit':
      return [];
    case 'inner':
      return last === '(' ? ['operand', 'statement'] : ['operand'];
    default:
      return last === 'select' ? ['distinct', 'operand'] : ['operand'];
  }
}

export interface KeywordPlaces {
  readonly places: readonly KeywordPlace[];
  /** Whether a value must follow, such as a column. */
  readonly needsValue: boolean;
  /** Whether an output of SELECT begins here. */
  readonly isOutput: boolean;
  /** Whether a table ends here, so that its alias can follow. */
  readonly isTable: boolean;
}

/** The places at the end of a text, without the letters that are being written. `isPiece`: the text is no statement, but a part of one. */
export function keywordPlaces(sql: string, { dialect }: DatabaseKind, isPiece: boolean): KeywordPlaces {
  const lexemes = lexemesOf(sql, dialect.lexicon);
  const last = lexemes.at(-1);
  const state = stateBehind(lexemes, isPiece);
  if (last !== undefined && endsValue(last))
    return {
      ...{ places: placesBehindValue(state), needsValue: false },
      ...{ isOutput: false, isTable: state.clause === 'sources' },
    };
  const word = lower(last);
  const isOutput = state.clause === 'outputs' && /^(?:select|distinct|all|,)$/.test(word);
  return { places: placesBeforeValue(state, word), needsValue: state.clause !== 'start', isOutput, isTable: false };
}
