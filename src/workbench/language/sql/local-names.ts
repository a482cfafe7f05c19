/** Names that a statement gives itself: aliases of its tables, and queries with a name. */

import type { Lexicon } from '../../../../engine/host/index.ts';
import { languageAt } from '../profile/embedded.ts';
import { kindOf, type ProfileView, sourceOf, tablesOf } from '../profile/view.ts';
import type { Span } from '../text/positions.ts';
import type { Entry } from '../yaml/entry.ts';
import { namesAt } from './columns.ts';
import { type Lexeme, lexemesOf } from './lexemes.ts';
import { readQueries } from './queries.ts';
import type { NamedQuery, Query, Select, Source } from './query-model.ts';
import { expanded } from './statement.ts';

export interface LocalName {
  readonly name: string;
  /** Where it is given: undefined for a table without an alias. */
  readonly kind: 'alias' | 'query' | 'table';
  readonly declaration: Span;
  readonly uses: readonly Span[];
  /** A part that the statement inserts names it, too. */
  readonly isInPart: boolean;
}

/** A statement with its place. */
interface Statement {
  readonly entry: Entry;
  readonly sql: string;
  /** Its offset in the file. */
  readonly start: number;
}

const key = (name: string): string => name.toLowerCase();
const contains = ({ start, end }: Span, offset: number): boolean => start <= offset && offset <= end;

/** What can be named in a query. */
interface Scope {
  readonly named: ReadonlyMap<string, NamedQuery>;
  readonly outer: readonly Source[];
}

/** A table, or a query with a name, with the places that name it. */
interface Naming {
  readonly kind: LocalName['kind'];
  readonly declaration: Span;
  readonly uses: Span[];
  /** The table of the database whose columns it has, and that is not renamed in the statement; undefined for others. */
  readonly table: string | undefined;
}

/** Collects the names of a statement by what they stand for. */
class Collector {
  private readonly byOwner = new Map<Source | NamedQuery, Naming>();
  private readonly qualifiers: readonly Lexeme[];

  constructor(lexemes: readonly Lexeme[]) {
    const isDot = (lexeme: Lexeme | undefined): boolean => lexeme?.kind === 'sign' && lexeme.text === '.';
    this.qualifiers = lexemes.filter(
      ({ kind }, index) =>
        (kind === 'word' || kind === 'name') && isDot(lexemes[index + 1]) && !isDot(lexemes[index - 1]),
    );
  }

  get all(): readonly Naming[] {
    return [...this.byOwner.values()];
  }

  private add(owner: Source | NamedQuery, kind: LocalName['kind'], declaration: Span, table?: string): Naming {
    const before = this.byOwner.get(owner);
    if (before !== undefined) return before;
    const fresh: Naming = { kind, declaration, uses: [], table };
    this.byOwner.set(owner, fresh);
    return fresh;
  }

  private ofQuery(query: NamedQuery): Naming {
    return this.add(query, 'query', query.nameSpan);
  }

  /** What a qualifier with the alias of a source means. */
  private ofSource(source: Source, { named }: Scope): Naming | undefined {
    const query = source.kind === 'table' ? named.get(key(source.name)) : undefined;
    const table =
      source.kind === 'table' && query === undefined && source.columns.length === 0 ? source.name : undefined;
    if (source.aliasSpan !== undefined) return this.add(source, 'alias', source.aliasSpan, table);
    if (source.kind !== 'table') return undefined;
    return query === undefined ? this.add(source, 'table', source.nameSpan, table) : this.ofQuery(query);
  }

  visit({ named, selects, seesOuter }: Query, { named: around, outer }: Scope): void {
    const all = new Map(around);
    for (const one of named) {
      all.set(key(one.name), one);
      this.ofQuery(one);
      this.visit(one.query, { named: new Map(all), outer: [] });
    }
    for (const select of selects) this.select(select, { named: all, outer: seesOuter ? outer : [] });
  }

  private select(select: Select, scope: Scope): void {
    const { sources, inner, span } = select;
    const visible = [...sources, ...scope.outer];
    for (const source of sources) {
      const query = source.kind === 'table' ? scope.named.get(key(source.name)) : undefined;
      if (source.kind === 'table' && query !== undefined) this.ofQuery(query).uses.push(source.nameSpan);
      this.ofSource(source, scope);
    }
    const queries = [...inner, ...sources.flatMap((source) => (source.kind === 'query' ? [source.query] : []))];
    for (const { text, start, end } of this.qualifiers) {
      if (!contains(span, start) || queries.some((query) => contains(query.span, start))) continue;
      const source = visible.find(({ alias }) => key(alias) === key(text));
      const isQuoted = end - start > text.length ? 1 : 0;
      const naming = source && this.ofSource(source, scope);
      naming?.uses.push({ start: start + isQuoted, end: end - isQuoted });
    }
    for (const query of queries) this.visit(query, { named: scope.named, outer: visible });
  }
}

function statementAt(view: ProfileView, offset: number): Statement | undefined {
  const entry = view.entries.find(
    ({ style, value, path }) =>
      !['none', 'map', 'list'].includes(style) && contains(value, offset) && languageAt(view, path) === 'sql',
  );
  return entry && { entry, sql: view.text.slice(entry.value.start, entry.value.end), start: entry.value.start };
}

const moved = ({ start, end }: Span, by: number): Span => ({ start: start + by, end: end + by });

/** A qualifier of a column, and the table of the database that it stands for. */
interface QualifiedColumn {
  readonly table: string;
  readonly column: Lexeme;
}

/** The columns that a statement names with a qualifier (`c.name`) which stands for a table of the database. */
export function qualifiedColumns(sql: string, lexicon: Lexicon): readonly QualifiedColumn[] {
  const lexemes = lexemesOf(sql, lexicon);
  const collector = new Collector(lexemes);
  collector.visit(readQueries(sql, lexicon), { named: new Map(), outer: [] });
  return collector.all.flatMap(({ table, uses }): readonly QualifiedColumn[] =>
    table === undefined
      ? []
      : uses.flatMap((use) => {
          const at = lexemes.findIndex(({ start, end }) => start <= use.start && use.end <= end);
          const [column, next] = [lexemes[at + 2], lexemes[at + 3]];
          const isColumn = (column?.kind === 'word' || column?.kind === 'name') && next?.text !== '(';
          return column !== undefined && isColumn ? [{ table, column }] : [];
        }),
  );
}

/** The name at an offset of the file that the statement there gives itself. */
export function localNameAt(view: ProfileView, offset: number): LocalName | undefined {
  const statement = statementAt(view, offset);
  const kind = statement && kindOf(view, sourceOf(view, statement.entry.path));
  if (statement === undefined || kind === undefined) return undefined;
  const { sql, start } = statement;
  const { lexicon } = kind.dialect;
  const collector = new Collector(lexemesOf(sql, lexicon));
  collector.visit(readQueries(sql, lexicon), { named: new Map(), outer: [] });
  const naming = collector.all.find(({ declaration, uses }) =>
    [declaration, ...uses].some((span) => contains(moved(span, start), offset)),
  );
  if (naming === undefined) return undefined;
  const name = sql.slice(naming.declaration.start, naming.declaration.end);
  const mentions = (text: string): number =>
    lexemesOf(text, lexicon).filter((lexeme) => key(lexeme.text) === key(name)).length;
  return {
    ...{ name, kind: naming.kind, declaration: moved(naming.declaration, start) },
    uses: naming.uses.map((span) => moved(span, start)),
    isInPart: mentions(expanded(view, sql)) > mentions(sql),
  };
}

/** Where the query of a statement gives the column at an offset of the file; undefined for columns of tables. */
export function queryColumnAt(view: ProfileView, offset: number): Span | undefined {
  const statement = statementAt(view, offset);
  const source = statement && sourceOf(view, statement.entry.path);
  const kind = kindOf(view, source);
  if (statement === undefined || kind === undefined) return undefined;
  const { sql, start } = statement;
  const lexemes = lexemesOf(sql, kind.dialect.lexicon);
  const at = lexemes.findIndex((lexeme) => lexeme.kind !== 'sign' && contains(lexeme, offset - start));
  const name = lexemes[at];
  if (name === undefined) return undefined;
  const qualifier = lexemes[at - 1]?.text === '.' ? lexemes[at - 2]?.text : undefined;
  const query = readQueries(sql, kind.dialect.lexicon);
  const { sources } = namesAt(sql, query, tablesOf(view, source), name.start);
  for (const one of sources) {
    if (qualifier !== undefined && key(one.alias) !== key(qualifier)) continue;
    const column = one.columns.find((other) => key(other.name) === key(name.text));
    if (column !== undefined) return one.table === undefined && column.span ? moved(column.span, start) : undefined;
  }
  return undefined;
}
