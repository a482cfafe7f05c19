/** Checks that `digits` declares how many digits the columns have that a write stores numbers of the request in: most databases round them silently. */

import type { Fields } from '../../base/contract.ts';
import { ownMember } from '../../base/members.ts';
import type { Compilation } from '../../compile/compile.ts';
import { locateInProfile, type StatementToDescribe, type StatementVariant } from '../../compile/context/statements.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { TransactionWrite } from '../../plan/write.ts';
import { SourceError } from '../../sources/source.ts';
import { tableName } from '../../sources/sql/catalogue.ts';
import { wordsOf } from '../../sources/sql/text/words.ts';
import { type WrittenColumn, writtenColumns } from '../../sources/sql/text/written-columns.ts';
import { createReportingContext } from '../../start/reporting-context.ts';
import { isUnreachable, statementTimeoutMs } from '../../start/statement-error.ts';
import type { SourceCheck } from './known-values.ts';

interface WrittenDigitsCheck extends SourceCheck {
  readonly compilation: Compilation;
}

/** Total digits, and those after the decimal point. */
interface Size {
  readonly precision: number;
  readonly scale: number;
}

const wholeSizes: Readonly<Record<string, number>> = {
  tinyint: 2,
  smallint: 4,
  mediumint: 6,
  int: 9,
  integer: 9,
  bigint: 18,
};
const moneySizes: Readonly<Record<string, Size>> = {
  money: { precision: 19, scale: 4 },
  smallmoney: { precision: 10, scale: 4 },
};
/** A double holds 15 decimal digits; how many of them are decimals depends on the ERP. */
const floatSize: Size = { precision: 15, scale: 6 };

/** The size of a column of this type, as a declaration states it; undefined for a text, and for a number without a limit. */
function sizeOfType(type: string): (Size & { readonly isFloat: boolean }) | undefined {
  const [, word = '', precision, scale] =
    /^([a-z]+)[a-z ]*(?:\((\d+)(?:\s*,\s*(\d+))?\))?/.exec(type.toLowerCase()) ?? [];
  if (/^(?:decimal|numeric|dec|fixed)$/.test(word))
    return precision === undefined
      ? undefined
      : { precision: Number(precision), scale: Number(scale ?? 0), isFloat: false };
  if (/^(?:float|double|real)/.test(word)) return { ...floatSize, isFloat: true };
  const whole = ownMember(wholeSizes, word);
  if (whole !== undefined) return { precision: whole, scale: 0, isFloat: false };
  const money = ownMember(moneySizes, word);
  return money && { ...money, isFloat: false };
}

/** Paths of the decimals of a request: `amount`, `lines.unitPrice`. */
function decimalPaths(fields: Fields): readonly string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.type === 'list') return decimalPaths(field.items).map((inner) => `${name}.${inner}`);
    return field.type === 'decimal' ? [name] : [];
  });
}

const lastPart = (name: string): string => name.split('.').at(-1) ?? name;

interface EndpointWrite {
  readonly write: TransactionWrite;
  /** Paths of the decimals of its request. */
  readonly paths: readonly string[];
  /** The names in its statements that are decimals of the request. */
  readonly decimals: ReadonlySet<string>;
}

function writeOf({ path }: StatementToDescribe, { plan }: Compilation): EndpointWrite | undefined {
  const endpoint = typeof path[1] === 'string' ? plan.get(path[1]) : undefined;
  if (endpoint?.work.kind !== 'write' || endpoint.work.write.kind !== 'transaction') return undefined;
  const { write } = endpoint.work;
  const decimals = new Set(write.write.flatMap(({ query }) => [...(query.decimals ?? [])]));
  return { write, paths: decimalPaths(endpoint.endpoint.request), decimals };
}

interface Place {
  readonly statement: StatementToDescribe;
  readonly variant: StatementVariant;
  readonly endpoint: EndpointWrite;
}

/** Whether `digits` of the request field refuses what the column cannot hold. */
function isCovered(
  { write }: EndpointWrite,
  field: string,
  { precision, scale, isFloat }: Size & { readonly isFloat: boolean },
) {
  return write.limits.some(
    (limit) =>
      limit.kind === 'number' &&
      limit.path.join('.') === field &&
      (isFloat || (limit.scale <= scale && limit.precision - limit.scale <= precision - scale)),
  );
}

/** Reports decimals of a request that a write stores in a column with fewer digits than the request may have. */
export async function checkWrittenDigits(check: WrittenDigitsCheck): Promise<readonly Diagnostic[]> {
  const { name, source, compilation, input, now } = check;
  const diagnostics: Diagnostic[] = [];
  // SQLite stores every number as it is, whatever the declaration says.
  if (!source.databaseKind.statements.roundsWrittenNumbers) return diagnostics;
  const context = createReportingContext(input, diagnostics, compilation.choice);
  const tables = new Map<string, Promise<ReadonlyMap<string, string>>>();
  const typesOf = (text: string): Promise<ReadonlyMap<string, string>> => {
    const table = tableName(text);
    const knownTable = tables.get(text);
    if (knownTable !== undefined) return knownTable;
    const call = { deadline: now() + statementTimeoutMs };
    const read =
      table === undefined ? Promise.resolve([]) : source.read(source.databaseKind.catalogue.columnsOf(table), call);
    const types = read.then((rows) => new Map(rows.map((row) => [String(row.name).toLowerCase(), String(row.type)])));
    tables.set(text, types);
    return types;
  };
  const reported = new Set<string>();
  const checkColumn = async ({ statement, variant, endpoint }: Place, column: WrittenColumn): Promise<void> => {
    const slot = variant.slots?.[column.placeholder];
    if (slot?.kind !== 'value' || !endpoint.decimals.has(slot.name)) return;
    const fields = endpoint.paths.filter((path) => lastPart(path) === lastPart(slot.name));
    const [field] = fields;
    const type = (await typesOf(column.table)).get(column.column);
    const size = type === undefined ? undefined : sizeOfType(type);
    if (field === undefined || fields.length > 1 || size === undefined || isCovered(endpoint, field, size)) return;
    // Such a database refuses a decimal for a column of whole numbers, which SQL416 reports.
    if (size.scale === 0 && source.databaseKind.statements.decimals?.whenCompared === true) return;
    const key = `${String(statement.path[1])} ${field}`;
    if (reported.has(key)) return;
    reported.add(key);
    const proposal = `digits: { ${field}: [${size.precision}, ${size.scale}] }`;
    context.report('SQL430', {
      ...locateInProfile(variant, { offset: column.offset, length: slot.name.length + 1 }),
      severity: 'warning',
      message: `:${slot.name} is stored in ${column.table}.${column.column} (${type}), which rounds it without an error where it has more digits.`,
      hint: size.isFloat
        ? `Declare the digits that the ERP works with, such as ${proposal}: a request with more is refused.`
        : `Declare them: ${proposal}. A request with more is then refused, with its field.`,
    });
  };
  try {
    for (const statement of compilation.statements) {
      if (statement.verb !== 'exec' || statement.source !== name) continue;
      const endpoint = writeOf(statement, compilation);
      const [variant] = statement.variants();
      if (endpoint === undefined || variant === undefined) continue;
      for (const column of writtenColumns(wordsOf(variant.sql, source.databaseKind.dialect.lexicon)))
        await checkColumn({ statement, variant, endpoint }, column);
    }
  } catch (error) {
    // The other checks report a database that is away, and what it refuses to show.
    if (!(error instanceof SourceError) || !isUnreachable(error)) throw error;
  }
  return diagnostics;
}
