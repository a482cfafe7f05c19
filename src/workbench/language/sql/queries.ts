/** The queries of an SQL text with their tables and outputs. Reads incomplete texts: what it does not understand it skips. */
import type { Lexicon } from '../../../../engine/host/index.ts';
import type { Span } from '../text/positions.ts';
import { type Lexeme, lexemesOf } from './lexemes.ts';
import { type Clause, OpenSelect } from './open-select.ts';
import type { Aliased, NamedQuery, Query, Select } from './query-model.ts';

const noAlias =
  /^(?:where|on|join|inner|left|right|full|cross|natural|group|order|having|union|limit|offset|set|values|select|using|with|for|option|fetch|window|except|intersect|minus|lateral|apply|outer|as|returning|from|tablesample|pivot|unpivot|use|force|ignore|when|default|output|partition|straight_join)$/i;
const connects = /^(?:union|except|intersect|minus)$/i;
/** Words after which a table follows. */
const opensSource = /^(?:from|join|apply|update|into|using|straight_join)$/i;
/** Words that end a list of tables or of outputs. */
const endsList = /^(?:where|having|limit|offset|set|values|fetch|window|option|for)$/i;
const startsQuery = /^(?:select|with|values)$/i;
const startsStatement = /^(?:select|with|values|insert|update|delete|merge|call|exec|execute|replace)$/i;
/** Pairs of words in which the second one is followed by no table: `FOR UPDATE`, `IS DISTINCT FROM`. */
const changesMeaning = /^(?:(?:for|key|do) update|distinct from)$/i;

/** Functions with FROM among their arguments. */
const hasFrom = /^(?:extract|trim|substring|overlay|position)$/i;

class Reader {
  private readonly lexemes: readonly Lexeme[];
  private readonly length: number;
  private at = 0;

  constructor(sql: string, lexicon: Lexicon) {
    this.lexemes = lexemesOf(sql, lexicon);
    this.length = sql.length;
  }

  private get next(): Lexeme | undefined {
    return this.lexemes[this.at];
  }

  private isSign(text: string, ahead = 0): boolean {
    const lexeme = this.lexemes[this.at + ahead];
    return lexeme?.kind === 'sign' && lexeme.text === text;
  }

  private isWord(pattern: RegExp, ahead = 0): boolean {
    const lexeme = this.lexemes[this.at + ahead];
    return lexeme?.kind === 'word' && pattern.test(lexeme.text);
  }

  private skip(pattern: RegExp): void {
    while (this.isWord(pattern)) this.at += 1;
  }

  private get offset(): number {
    return this.next?.start ?? this.length;
  }

  /** A piece of a statement, such as the text of a part, begins with a list of tables. */
  statement(): Query {
    return this.query(0, false, this.isWord(startsStatement) ? 'other' : 'sources');
  }

  /** Reads up to the parenthesis that closes the query. */
  private query(start: number, seesOuter: boolean, clause: Clause = 'other'): Query {
    const named = this.isWord(/^with$/i) ? this.namedQueries() : [];
    const selects = [this.select(start, clause)];
    while (this.isWord(connects)) {
      const from = this.offset;
      this.at += 1;
      this.skip(/^(?:all|distinct)$/i);
      selects.push(this.select(from, 'other'));
    }
    return { span: { start, end: this.offset }, named, selects, seesOuter };
  }

  private namedQueries(): readonly NamedQuery[] {
    const namedQueries: NamedQuery[] = [];
    this.at += 1;
    this.skip(/^recursive$/i);
    for (let name = this.name(); name !== undefined; name = this.name()) {
      const nameSpan = this.nameSpan();
      const columns = this.isSign('(') ? this.columnList() : [];
      this.skip(/^(?:as|not|materialized)$/i);
      if (!this.isSign('(')) break;
      namedQueries.push({ name, nameSpan, columns, query: this.inParentheses(false) });
      if (!this.isSign(',')) break;
      this.at += 1;
    }
    return namedQueries;
  }

  /** Reads a query with its parentheses. */
  private inParentheses(seesOuter: boolean): Query {
    this.at += 1;
    const query = this.query(this.lexemes[this.at - 1]?.end ?? this.length, seesOuter);
    if (this.isSign(')')) this.at += 1;
    return query;
  }

  private name(): string | undefined {
    const lexeme = this.next;
    if (lexeme?.kind !== 'word' && lexeme?.kind !== 'name') return undefined;
    this.at += 1;
    return lexeme.text;
  }

  /** The span of the name that was read last, without its quotes. */
  private nameSpan(): Span {
    const { kind, text, start = 0, end = 0 } = this.lexemes[this.at - 1] ?? {};
    const quotes = kind === 'name' && end - start > (text?.length ?? 0) ? 1 : 0;
    return { start: start + quotes, end: end - quotes };
  }

  /** `(id, total)` */
  private columnList(): readonly string[] {
    const names: string[] = [];
    this.at += 1;
    while (this.next !== undefined && !this.isSign(')')) {
      const name = this.name();
      if (name === undefined) this.at += 1;
      else names.push(name);
    }
    this.at += 1;
    return names;
  }

  private alias(): Aliased | undefined {
    const isNamed = this.isWord(/^as$/i);
    if (isNamed) this.at += 1;
    if (this.next?.kind !== 'name' && (this.next?.kind !== 'word' || noAlias.test(this.next.text))) return undefined;
    const alias = this.name() ?? '';
    return { alias, aliasSpan: this.nameSpan(), columns: this.isSign('(') ? this.columnList() : [] };
  }

  /** Whether a parenthesis of the text is not closed: a call is being written, such as `SELECT upper(c. FROM customer c`. */
  private get isUnbalanced(): boolean {
    const count = (sign: string): number =>
      this.lexemes.filter(({ kind, text }) => kind === 'sign' && text === sign).length;
    return count('(') > count(')');
  }

  /** Reads to the closing parenthesis, and collects the queries inside. One that is not closed ends at FROM, unless the function has a FROM among its arguments. */
  private group(inner: Query[]): void {
    const called = this.lexemes[this.at - 1]?.text ?? '';
    const endsAtFrom = !hasFrom.test(called) && this.isUnbalanced;
    this.at += 1;
    while (this.next !== undefined && !this.isSign(')')) {
      const before = this.lexemes[this.at - 1]?.text ?? '';
      if (endsAtFrom && this.isWord(/^from$/i) && !changesMeaning.test(`${before} from`)) return;
      if (!this.isSign('(')) this.at += 1;
      else if (this.isWord(startsQuery, 1)) inner.push(this.inParentheses(true));
      else this.group(inner);
    }
    this.at += 1;
  }

  private select(start: number, clause: Clause): Select {
    const open = new OpenSelect();
    open.clause = clause;
    open.awaitsSource = clause === 'sources';
    while (this.next !== undefined && !this.isWord(connects)) {
      if (this.isSign(')') && open.depth === 0) break;
      this.step(open, this.next);
    }
    const end = this.offset;
    open.enter('other', end);
    const { sources, outputs, sorting, inner } = open;
    return { span: { start, end }, sources, outputs, sorting, inner };
  }

  /** Reads the next lexeme, with what belongs to it. */
  private step(open: OpenSelect, lexeme: Lexeme): void {
    if (this.isSign('(')) this.parenthesis(open, lexeme);
    else if (this.isSign(')')) {
      open.depth -= 1;
      this.at += 1;
    } else if (this.isSign(',')) {
      open.endItem();
      open.awaitsSource = open.clause === 'sources';
      this.at += 1;
    } else if (lexeme.kind === 'word' && this.keyword(open, lexeme)) return;
    else if (open.awaitsSource && lexeme.kind !== 'operand' && lexeme.kind !== 'sign') this.table(open);
    else {
      open.add(lexeme);
      this.at += 1;
    }
  }

  private parenthesis(open: OpenSelect, lexeme: Lexeme): void {
    const isQuery = this.isWord(startsQuery, 1);
    if (open.awaitsSource && isQuery) {
      const query = this.inParentheses(open.isLateral);
      open.addSource({ kind: 'query', query, ...(this.alias() ?? { alias: '', aliasSpan: undefined, columns: [] }) });
    } else if (open.awaitsSource) {
      open.depth += 1;
      this.at += 1;
    } else {
      open.add(lexeme);
      if (isQuery) open.inner.push(this.inParentheses(true));
      else this.group(open.inner);
      const last = this.lexemes[this.at - 1];
      if (last !== undefined) open.add(last);
    }
  }

  /** Handles a keyword that changes what follows; false for other words. */
  private keyword(open: OpenSelect, { text, start }: Lexeme): boolean {
    const before = this.lexemes[this.at - 1];
    const isOther = before?.kind === 'word' && changesMeaning.test(`${before.text} ${text}`);
    // A column that is called like a keyword; but `c. FROM` is an unfinished name.
    if (before?.kind === 'sign' && before.text === '.' && before.end === start) return false;
    if (/^(?:select|returning)$/i.test(text)) {
      open.enter('outputs', start);
      this.at += 1;
      this.modifiers(open);
      return true;
    }
    if (opensSource.test(text) && !isOther && !(/^using$/i.test(text) && this.isSign('(', 1))) {
      open.enter('sources', start);
      open.awaitsSource = true;
      open.isTarget = /^into$/i.test(text);
    } else if (/^(?:group|order)$/i.test(text) && this.isWord(/^by$/i, 1)) {
      open.enter('sorting', start);
      this.at += 1;
    } else if (endsList.test(text)) open.enter('other', start);
    else if (open.awaitsSource && /^lateral$/i.test(text)) open.isLateral = true;
    else if (!(open.awaitsSource && /^only$/i.test(text))) return false;
    this.at += 1;
    return true;
  }

  /** `DISTINCT`, `DISTINCT ON (...)`, `TOP 10` and `TOP (10)` before the outputs. */
  private modifiers({ inner }: OpenSelect): void {
    this.skip(/^(?:all|distinct)$/i);
    if (this.isWord(/^top$/i)) {
      this.at += 1;
      if (!this.isSign('(')) this.at += 1;
    } else if (this.isWord(/^on$/i)) this.at += 1;
    else return;
    if (this.isSign('(')) this.group(inner);
  }

  private table(open: OpenSelect): void {
    const names = [this.name() ?? ''];
    while (this.isSign('.')) {
      const end = this.next?.end;
      this.at += 1;
      if (this.next?.start === end) names.push(this.name() ?? '');
    }
    const nameSpan = this.nameSpan();
    const isFunction = this.isSign('(') && !open.isTarget;
    if (isFunction) this.group(open.inner);
    const tableName = names.at(-1) ?? '';
    const aliased = this.alias() ?? { alias: tableName, aliasSpan: undefined, columns: [] };
    open.addSource(
      isFunction ? { kind: 'function', ...aliased } : { kind: 'table', name: names.join('.'), nameSpan, ...aliased },
    );
  }
}

/** The queries of a text whose parts are inserted. */
export const readQueries = (sql: string, lexicon: Lexicon): Query => new Reader(sql, lexicon).statement();
