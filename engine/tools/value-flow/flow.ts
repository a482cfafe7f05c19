/** Where a value of a statement comes from, and what a statement reveals about columns without selecting them. */

/** A column of a table, as the statement names it. */
export interface FlowColumn {
  /** With the schema where it is given. */
  readonly table: string;
  readonly column: string;
}

/** The origin of one value. */
export interface Flow {
  /** The columns whose values are in it, by `table.column` in small letters. */
  readonly columns: ReadonlyMap<string, FlowColumn>;
  /** Whether an operation changes the values, such as a part or the length of a text. */
  readonly isComputed: boolean;
  /** Whether a text or a number of the statement is in it. A text without letters and digits, such as `', '`, does not count. */
  readonly isFixed: boolean;
  /** Whether a placeholder is in it. */
  readonly isGiven: boolean;
  /** Whether a value that the query makes is in it: a count, the number of a row, a clock. Many rows of such values are as good as fixed texts. */
  readonly isGenerated: boolean;
}

/** A column of a query's result. The name `*` stands for the columns of a table that the catalogue does not have. */
export interface FlowOutput {
  readonly name: string;
  readonly flow: Flow;
}

/** A condition, an order or a grouping by columns: the result reveals something about their values. */
export interface FlowTest {
  readonly columns: readonly FlowColumn[];
  /** Whether a value of the call is tested: its part or length, or whether it is a fixed value. */
  readonly isOfGiven: boolean;
  /** Whether a value of the call is in it, or in what it is compared with. */
  readonly hasGiven: boolean;
  /** Why the result reveals more than whether columns are equal, as a clause; undefined where they are compared with a value of the call. */
  readonly reason: string | undefined;
  /** It reveals something only if some of the columns are masked and others are not. */
  readonly ofMixed?: true;
}

/** A flow of nothing: a truth value, an empty text. */
export const noFlow: Flow = {
  columns: new Map(),
  isComputed: false,
  isFixed: false,
  isGiven: false,
  isGenerated: false,
};
export const fixedFlow: Flow = { ...noFlow, isFixed: true };
export const givenFlow: Flow = { ...noFlow, isGiven: true };
export const generatedFlow: Flow = { ...noFlow, isGenerated: true };

/** The flow of a column of a table. */
export function columnFlow(table: string, column: string): Flow {
  return { ...noFlow, columns: new Map([[`${table}.${column}`.toLowerCase(), { table, column }]]) };
}

/** A value that is one of these, or all of them side by side. */
export function mergedFlow(flows: readonly Flow[]): Flow {
  return {
    columns: new Map(flows.flatMap(({ columns }) => [...columns])),
    isComputed: flows.some(({ isComputed }) => isComputed),
    isFixed: flows.some(({ isFixed }) => isFixed),
    isGiven: flows.some(({ isGiven }) => isGiven),
    isGenerated: flows.some(({ isGenerated }) => isGenerated),
  };
}

/** The result of an operation that changes values. */
export function computedFlow(flows: readonly Flow[]): Flow {
  const merged = mergedFlow(flows);
  return merged.columns.size === 0 && !merged.isGiven
    ? { ...merged, isGenerated: true }
    : { ...merged, isComputed: true };
}

/** The result of a function that may read tables. It is the function's own column: what the function reads is not known. */
export function unknownFunctionFlow(name: string, given: readonly Flow[]): Flow {
  const merged = mergedFlow(given);
  const column = { table: `${name}()`, column: 'result' };
  return {
    ...merged,
    columns: new Map([...merged.columns, [`${column.table}.${column.column}`.toLowerCase(), column]]),
    isComputed: merged.isComputed || merged.columns.size > 0,
  };
}

/** Equal for equal flows. */
export function flowKey({ columns, isComputed, isFixed, isGiven, isGenerated }: Flow): string {
  return JSON.stringify([[...columns.keys()].sort(), isComputed, isFixed, isGiven, isGenerated]);
}
