/**
 * What a statement says about the rows that it uses: its tables, which of their columns it gives out, and which columns it compares. Read from its
 * words, so that it holds for all databases. What it does not recognise (functions, ranges) is left out: the replay shows whether it mattered.
 */
import type { Lexicon, SqlValue } from '../../../../engine/host/index.ts';
import type { RanStatement } from '../../../../engine/tools/index.ts';
import type { Table } from '../../init/model/database.ts';
import { lexemesOf } from '../../language/sql/lexemes.ts';

export interface TableColumn {
  readonly table: Table;
  readonly column: string;
}

export interface ReadStatement {
  readonly tables: readonly Table[];
  /** A column of the result with the column of the table that it is. */
  readonly outputs: readonly { readonly output: string; readonly tableColumn: TableColumn }[];
  /** Columns that equal a value of the statement. */
  readonly boundColumns: readonly {
    readonly tableColumn: TableColumn;
    readonly values: readonly SqlValue[];
    /** The name of the value in the profile, such as `customerErpId`; undefined for several values, and where it has none. */
    readonly valueName: string | undefined;
  }[];
  /** Columns that equal each other. */
  readonly joined: readonly (readonly [TableColumn, TableColumn])[];
  /** Names of columns in ORDER BY, in lower case. */
  readonly ordered: ReadonlySet<string>;
}

type Word =
  | { readonly kind: 'name'; readonly text: string; readonly quoted: boolean }
  /** `index`: the place among the values of the statement; undefined for a literal. */
  | { readonly kind: 'value'; readonly index: number | undefined }
  | { readonly kind: 'sign'; readonly text: string };

/** The words of a statement as it is sent, with the driver's placeholders. */
function wordsOf(sql: string, lexicon: Lexicon): readonly Word[] {
  let slots = 0;
  return lexemesOf(sql, lexicon).map(({ kind, text }): Word => {
    if (kind === 'sign') return { kind, text };
    const slot = /^(?:(?:\$|@p|:p?)(?=\d)|\?)(\d*)$/.exec(text);
    if (slot !== null) {
      slots += 1;
      return { kind: 'value', index: (slot[1] === '' ? slots : Number(slot[1])) - 1 };
    }
    return kind === 'operand' ? { kind: 'value', index: undefined } : { kind: 'name', text, quoted: kind === 'name' };
  });
}

const keywords = new Set(
  'select distinct from join left right inner outer full cross on where and or not in is null as group order by having limit offset union all case when then else end using natural lateral values set update insert into delete with top fetch next rows only asc desc exists between like ilike any over partition apply returning for'.split(
    ' ',
  ),
);

const isKeyword = (word: Word | undefined, ...texts: readonly string[]): boolean =>
  word?.kind === 'name' && !word.quoted && texts.includes(word.text.toLowerCase());
const isSign = (word: Word | undefined, text: string): boolean => word?.kind === 'sign' && word.text === text;
const isName = (word: Word | undefined): word is Extract<Word, { readonly kind: 'name' }> =>
  word?.kind === 'name' && (word.quoted || !keywords.has(word.text.toLowerCase()));

/** A name with its qualifier, and the place after it. */
interface Dotted {
  readonly qualifier: string | undefined;
  readonly name: string;
  readonly end: number;
}

function dottedAt(words: readonly Word[], at: number): Dotted | undefined {
  const first = words[at];
  if (!isName(first)) return undefined;
  let [qualifier, name, end]: [string | undefined, string, number] = [undefined, first.text, at + 1];
  for (let next = words[end + 1]; isSign(words[end], '.') && next?.kind === 'name'; next = words[end + 1]) {
    qualifier = name;
    name = next.text;
    end += 2;
  }
  if (isSign(words[end], ':') && isSign(words[end + 1], ':')) {
    end += 3;
    while (isSign(words[end], '(') || isSign(words[end], ')') || isSign(words[end], '[') || isSign(words[end], ']')) {
      if (isSign(words[end], ')') && !isSign(words[end - 2], '(')) break;
      end += isSign(words[end], '(') ? 2 : 1;
    }
  }
  return { qualifier, name, end };
}

/** The tables by the names under which the statement uses them, in lower case. */
function aliasesOf(
  words: readonly Word[],
  byName: ReadonlyMap<string, Table>,
): ReadonlyMap<string, ReadonlySet<Table>> {
  const aliases = new Map<string, Set<Table>>();
  const add = (alias: string, table: Table): void => {
    const key = alias.toLowerCase();
    aliases.set(key, (aliases.get(key) ?? new Set()).add(table));
  };
  for (let at = 1; at < words.length; at++) {
    const before = words[at - 1];
    const opens =
      isKeyword(before, 'from', 'join', 'update', 'into', 'lateral', 'apply') ||
      isSign(before, ',') ||
      isSign(before, '(');
    const dotted = opens ? dottedAt(words, at) : undefined;
    const table = dotted && byName.get(dotted.name.toLowerCase());
    if (dotted === undefined || table === undefined) continue;
    // A column of a list of columns can have the name of a table: it has no alias, and is no table of FROM.
    const alias = words[isKeyword(words[dotted.end], 'as') ? dotted.end + 1 : dotted.end];
    if ((isSign(before, ',') || isSign(before, '(')) && !isName(alias)) continue;
    add(dotted.name, table);
    if (isName(alias)) add(alias.text, table);
  }
  return aliases;
}

/** The values of `{a,"b"}`, as PostgreSQL writes a list. */
function listed(value: SqlValue | undefined): readonly SqlValue[] {
  if (typeof value !== 'string' || !/^\{.*\}$/s.test(value)) return value === undefined ? [] : [value];
  return [...value.slice(1, -1).matchAll(/"((?:[^"\\]|\\.)*)"|([^,]+)/gs)].map(
    ([, quoted, unquoted]) => quoted?.replaceAll(/\\(.)/g, '$1') ?? unquoted ?? '',
  );
}

/** More than 80 lines, because all of its functions share the words and the tables. */
export function readStatement(
  { sql, values, names }: Pick<RanStatement, 'sql' | 'values' | 'names'>,
  tables: readonly Table[],
  lexicon: Lexicon,
): ReadStatement {
  const words = wordsOf(sql, lexicon);
  const aliases = aliasesOf(words, new Map(tables.map((table) => [table.name.toLowerCase(), table])));
  const used = new Set([...aliases.values()].flatMap((all) => [...all]));

  function columnsAt(dotted: Dotted | undefined): readonly TableColumn[] {
    if (dotted === undefined) return [];
    const { qualifier, name } = dotted;
    const candidates = qualifier === undefined ? used : (aliases.get(qualifier.toLowerCase()) ?? []);
    return [...candidates].flatMap((table) => {
      const column = table.columns.find((one) => one.name.toLowerCase() === name.toLowerCase());
      return column === undefined ? [] : [{ table, column: column.name }];
    });
  }
  /** Literals and settings select too many rows: a state, the company. */
  const boundTo = (word: Word | undefined): readonly SqlValue[] => {
    if (word?.kind !== 'value' || word.index === undefined) return [];
    return /^:?settings?\./.test(names?.[word.index] ?? '') ? [] : [values[word.index] ?? null];
  };
  const boundColumns: ReadStatement['boundColumns'][number][] = [];
  const nameOf = (word: Word | undefined): string | undefined =>
    word?.kind === 'value' && word.index !== undefined ? names?.[word.index] : undefined;
  const addBoundColumn = (tableColumn: TableColumn, these: readonly SqlValue[], valueName?: string): void => {
    if (these.length > 0) boundColumns.push({ tableColumn, values: these, valueName });
  };
  const joined: (readonly [TableColumn, TableColumn])[] = [];
  const outputs: ReadStatement['outputs'][number][] = [];

  function compared(left: readonly TableColumn[], at: number): void {
    const right = columnsAt(dottedAt(words, at));
    for (const one of left) for (const other of right) if (one.table !== other.table) joined.push([one, other]);
    let slot = at;
    while (isKeyword(words[slot], 'any', 'cast') || isSign(words[slot], '(')) slot += 1;
    for (const tableColumn of left)
      addBoundColumn(tableColumn, boundTo(words[slot]).flatMap(listed), nameOf(words[slot]));
  }

  for (let at = 0; at < words.length; at++) {
    const dotted = dottedAt(words, at);
    if (isKeyword(words[at], 'using') && isSign(words[at + 1], '(')) {
      const all = columnsAt(dottedAt(words, at + 2));
      for (const one of all) for (const other of all) if (one.table !== other.table) joined.push([one, other]);
    }
    if (words[at]?.kind === 'value' && isSign(words[at + 1], '=')) {
      for (const tableColumn of columnsAt(dottedAt(words, at + 2)))
        addBoundColumn(tableColumn, boundTo(words[at]).flatMap(listed), nameOf(words[at]));
    }
    if (dotted === undefined) continue;
    const [before, next] = [words[at - 1], words[dotted.end]];
    const columns = columnsAt(dotted);
    if (columns.length === 0) continue;
    if (isSign(next, '=')) compared(columns, dotted.end + 1);
    else if (isKeyword(next, 'in') && isSign(words[dotted.end + 1], '(')) {
      const all: SqlValue[] = [];
      for (let slot = dotted.end + 2; slot < words.length && !isSign(words[slot], ')'); slot++)
        all.push(...boundTo(words[slot]));
      for (const tableColumn of columns) addBoundColumn(tableColumn, all);
      if (isKeyword(words[dotted.end + 2], 'select'))
        for (const one of columns)
          for (const other of columnsAt(dottedAt(words, dotted.end + 3)))
            if (one.table !== other.table) joined.push([one, other]);
    } else if (isKeyword(before, 'select', 'distinct') || isSign(before, ',')) {
      const alias = words[isKeyword(next, 'as') ? dotted.end + 1 : dotted.end];
      const output = alias?.kind === 'name' && (isName(alias) || isKeyword(next, 'as')) ? alias.text : dotted.name;
      for (const tableColumn of columns) outputs.push({ output, tableColumn });
    }
    at = dotted.end - 1;
  }
  return { tables: [...used], outputs, boundColumns, joined, ordered: orderedIn(words) };
}

/** The names after ORDER BY. Names of tables and functions among them do no harm. */
function orderedIn(words: readonly Word[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (let at = 0; at < words.length; at++) {
    if (!isKeyword(words[at], 'order') || !isKeyword(words[at + 1], 'by')) continue;
    for (let next = at + 2; next < words.length; next++) {
      const word = words[next];
      if (isKeyword(word, 'limit', 'offset', 'select', 'union', 'fetch')) break;
      if (isName(word)) names.add(word.text.toLowerCase());
    }
  }
  return names;
}
