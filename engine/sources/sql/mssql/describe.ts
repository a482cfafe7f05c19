/** Describes a statement without running it: the types of its parameters, and the columns of its rows. */
import {
  type BoundStatement,
  type ColumnOrigin,
  type ColumnType,
  type Row,
  SourceError,
  type SqlValue,
  type StatementDescription,
} from '../../source.ts';
import { firstResultOrigins, firstResultSet, undeclaredParameters } from './control-statements.ts';
import { isUndeducible, isUndescribable } from './errors.ts';
import { isPlain, plainType } from './parameters.ts';

/** Runs one of the engine's own questions with texts as its values. */
export type AskServer = (question: string, values: readonly (string | null)[]) => Promise<readonly Row[]>;

const cellText = (row: Row, name: string) => (typeof row[name] === 'string' ? row[name] : undefined);

type Types = ReadonlyMap<string, string>;

async function askTypes(sql: string, declarations: readonly string[], ask: AskServer): Promise<Types> {
  const rows = await ask(undeclaredParameters, [sql, declarations.length > 0 ? declarations.join(', ') : null]);
  return new Map(
    rows.flatMap((row) => {
      const name = cellText(row, 'name')?.toLowerCase();
      const type = cellText(row, 'suggested_system_type_name')?.toLowerCase();
      return name === undefined || type === undefined ? [] : [[name, type]];
    }),
  );
}

const namesIn = (text: string) => [...new Set([...text.matchAll(/@p\d+\b/gi)].map(([name]) => name.toLowerCase()))];
const asText = (name: string) => `${name} nvarchar(4000)`;

/** Describes each parameter separately, with all others declared as texts. Leaves out those that the server cannot deduce. */
async function oneByOne(sql: string, declarations: readonly string[], ask: AskServer): Promise<Types> {
  const declared = declarations.map((declaration) => declaration.split(' ')[0]);
  const open = namesIn(sql).filter((name) => !declared.includes(name));
  const types = new Map<string, string>();
  for (const name of open) {
    const others = open.filter((other) => other !== name).map(asText);
    const deducedTypes = await askTypes(sql, [...declarations, ...others], ask).catch((error: unknown): Types => {
      if (error instanceof SourceError && isUndeducible(error)) return new Map();
      throw error;
    });
    for (const [parameter, type] of deducedTypes) types.set(parameter, type);
  }
  return types;
}

/**
 * The types that the server suggests for parameters, by name: `@p1` -> `varchar(30)`. `known` are declarations, as in
 * `@p2 int`. Where it cannot deduce the type of one, as in `:a IS NULL`, that one becomes nvarchar and the rest is described again.
 */
async function suggestions(sql: string, declarationsThere: readonly string[], ask: AskServer): Promise<Types> {
  const declarations = [...declarationsThere];
  for (;;) {
    try {
      return await askTypes(sql, declarations, ask);
    } catch (error) {
      if (!(error instanceof SourceError) || !['statement', 'broken', 'denied'].includes(error.kind)) throw error;
      const fresh = namesIn(error.message)
        .map(asText)
        .filter((declaration) => !declarations.includes(declaration));
      if (fresh.length === 0 || error.connectionLost) {
        // Not every message names the parameter. Any other error is a fault of the statement, which running it reports.
        return isUndeducible(error) ? oneByOne(sql, declarations, ask) : new Map();
      }
      declarations.push(...fresh);
    }
  }
}

/** Texts in the cache. */
const maximumTexts = 5_000;

/** Caches the types of parameters by text; `undefined` for a parameter whose value's own type is right. */
export function createParameterTypes() {
  const texts = new Map<string, Promise<ReadonlyMap<string, string>>>();
  return async ({ sql, values }: BoundStatement, ask: AskServer): Promise<readonly (string | undefined)[]> => {
    if (values.every(isPlain)) return values.map(() => undefined);
    const parameterDeclaration = (value: SqlValue, index: number) =>
      isPlain(value) ? [`@p${index + 1} ${plainType(value)}`] : [];
    const declarations = values.flatMap(parameterDeclaration);
    const key = `${declarations.join()}\n${sql}`;
    const pendingTypes = texts.get(key) ?? suggestions(sql, declarations, ask);
    const oldest = texts.size >= maximumTexts ? texts.keys().next().value : undefined;
    if (oldest !== undefined) texts.delete(oldest);
    texts.set(key, pendingTypes);
    // An error is not cached: the server may have been unreachable.
    pendingTypes.catch(() => texts.delete(key));
    const types = await pendingTypes;
    return values.map((_, index) => types.get(`@p${index + 1}`));
  };
}

/** The kind of column for a type as the server names it: `datetime2(7)`, `decimal(18,2)`. */
function columnType(name: string | undefined): ColumnType | undefined {
  const word = /^\w+/.exec(name?.toLowerCase() ?? '')?.[0];
  switch (word) {
    case undefined:
      return undefined;
    case 'datetimeoffset':
      return 'instant';
    case 'datetime':
    case 'datetime2':
    case 'smalldatetime':
      return 'datetime';
    case 'date':
    case 'time':
      return word;
    case 'tinyint':
    case 'smallint':
    case 'int':
    case 'bigint':
    case 'decimal':
    case 'numeric':
    case 'money':
    case 'smallmoney':
    case 'float':
    case 'real':
      return 'number';
    case 'char':
    case 'varchar':
    case 'nchar':
    case 'nvarchar':
    case 'text':
    case 'ntext':
      return 'text';
    case 'binary':
    case 'varbinary':
    case 'timestamp':
    case 'rowversion':
      return 'binary';
    default:
      return 'other';
  }
}

const wholeType = /^(?:tinyint|smallint|int|bigint)$/;

interface FirstResult {
  /** By name of the placeholder. */
  readonly types: Types;
  /** Number of placeholders. */
  readonly count: number;
  /** One for each column; undefined where the server cannot find it out without running the statement. */
  readonly columns: readonly Row[] | undefined;
}

/** Asks about the first result of a statement. `question`: a call with the statement and its parameters. */
async function firstResult(sql: string, question: string, ask: AskServer): Promise<FirstResult> {
  const count = Math.max(0, ...[...sql.matchAll(/@p(\d+)\b/g)].map(([, number]) => Number(number)));
  const types = count === 0 ? new Map<string, string>() : await suggestions(sql, [], ask);
  const parameters = Array.from({ length: count }, (_, index) => {
    const name = `@p${index + 1}`;
    return `${name} ${types.get(name) ?? 'nvarchar(4000)'}`;
  });
  const rows = await ask(question, [sql, count === 0 ? null : parameters.join(', ')]).catch((error: unknown) => {
    if (error instanceof SourceError && isUndescribable(error)) return undefined;
    throw error;
  });
  return { types, count, columns: rows?.filter((row) => row.is_hidden !== true) };
}

/**
 * The placeholders for whole numbers, and the columns of the statement's first result: none where it gives no rows, undefined where the
 * server cannot find it out without running it. Rejects where the server refuses the statement.
 */
export async function describeColumns(
  sql: string,
  ask: AskServer,
): Promise<Pick<StatementDescription, 'columns' | 'types' | 'wholes' | 'computedInBinary'>> {
  const { types, count, columns: shown } = await firstResult(sql, firstResultSet, ask);
  const wholes = [...Array(count).keys()].filter((index) => wholeType.test(types.get(`@p${index + 1}`) ?? ''));
  if (shown === undefined) return { columns: undefined, types: [], wholes };
  const columns = shown.map((row) => cellText(row, 'name') ?? '');
  const systemTypes = shown.map((row) => cellText(row, 'system_type_name')?.toLowerCase());
  const floats = systemTypes.map((type) => type === 'float' || type === 'real');
  // Origins cost another question, which most statements do not need.
  const origins = floats.includes(true) ? await describeOrigins(sql, ask) : [];
  return {
    columns,
    types: systemTypes.map(columnType),
    wholes,
    computedInBinary: columns.filter((_, index) => floats[index] && index in origins && origins[index] === undefined),
  };
}

/**
 * The columns of tables that the columns of a statement show unchanged
 * (https://learn.microsoft.com/sql/relational-databases/system-stored-procedures/sp-describe-first-result-set-transact-sql). None where the server cannot tell.
 */
export async function describeOrigins(sql: string, ask: AskServer): Promise<readonly (ColumnOrigin | undefined)[]> {
  const { columns = [] } = await firstResult(sql, firstResultOrigins, ask);
  return columns.map((row) => {
    const [table, column] = [cellText(row, 'source_table'), cellText(row, 'source_column')];
    if (table === undefined || column === undefined) return undefined;
    return { schema: cellText(row, 'source_schema'), table, column };
  });
}
