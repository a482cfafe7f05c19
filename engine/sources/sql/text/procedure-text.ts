/** The text that calls a stored procedure, in each dialect. Values are bound; parameters go by name where the dialect has that. */
import { type DialectName, type Procedure, type ProcedureParameter, returnColumn } from '../../source.ts';
import { dialects } from './dialects.ts';

/** Which parameters are given a value and which outputs are wanted, spelled as the procedure spells them. */
export interface CallUse {
  readonly given: ReadonlySet<string>;
  readonly wanted: ReadonlySet<string>;
  /** The call stands in a transaction of the engine; otherwise it only reads. */
  readonly inTransaction: boolean;
}

export interface CallText {
  readonly sql: string;
  /** The parameters that the placeholders are for, in order. */
  readonly values: readonly ProcedureParameter[];
  /** The last result is one row of outputs, named like their parameters. */
  readonly outputs: boolean;
}

function postgresCall(name: string, procedure: Procedure, { given }: CallUse): CallText {
  const { quote } = dialects.postgres;
  const values: ProcedureParameter[] = [];
  const items = procedure.parameters.flatMap((parameter) => {
    const { mode, optional, type } = parameter;
    if (given.has(parameter.name)) {
      values.push(parameter);
      return [`${quote(parameter.name)} => cast($${values.length} as ${type})`];
    }
    // A procedure is told of its outputs too (PostgreSQL 14 and later; earlier ones know INOUT alone), a function is not.
    const isTold = mode !== 'in' && !optional && (mode === 'inout' || procedure.kind === 'procedure');
    return isTold ? [`${quote(parameter.name)} => null`] : [];
  });
  const call = `${name}(${items.join(', ')})`;
  const outputs = !procedure.givesRows && procedure.parameters.some(({ mode }) => mode !== 'in');
  return { sql: procedure.kind === 'procedure' ? `CALL ${call}` : `SELECT * FROM ${call}`, values, outputs };
}

/** By position: MySQL has neither names nor defaults. Placeholders of outputs come back as a result of their own. */
function mysqlCall(name: string, { parameters }: Procedure): CallText {
  const sql = `CALL ${name}(${parameters.map(() => '?').join(', ')})`;
  return { sql, values: parameters, outputs: parameters.some(({ mode }) => mode !== 'in') };
}

/**
 * A lock that the transaction holds and that is gone once it has ended: a procedure that commits and begins another one would
 * otherwise go unnoticed.
 */
const mark = [
  "declare @engine_mark nvarchar(255) = concat(N'engine call ', @@spid), @engine_held int;",
  "exec @engine_held = sys.sp_getapplock @Resource = @engine_mark, @LockMode = 'Exclusive', @LockOwner = 'Transaction', @LockTimeout = 0;",
];
const checkMark = [
  "if @@trancount <> 1 or xact_state() <> 1 or applock_mode(N'public', @engine_mark, N'Transaction') = N'NoLock' begin",
  "  ;throw 50000, 'The procedure ended the transaction that it was called in.', 1;",
  'end;',
];

function mssqlCall(name: string, { parameters }: Procedure, { given, wanted, inTransaction }: CallUse): CallText {
  const { quote } = dialects.mssql;
  const values: ProcedureParameter[] = [];
  const outputs = parameters.filter((parameter) => wanted.has(parameter.name));
  const variable = (parameter: ProcedureParameter): string => `@engine_out${outputs.indexOf(parameter) + 1}`;
  const place = (parameter: ProcedureParameter): string => `@p${values.push(parameter)}`;
  const declared = outputs.map((parameter) => {
    const value = given.has(parameter.name) ? ` = ${place(parameter)}` : '';
    return `, ${variable(parameter)} ${parameter.type}${value}`;
  });
  const items = parameters.flatMap((parameter) => {
    if (outputs.includes(parameter)) return [`@${parameter.name} = ${variable(parameter)} output`];
    return given.has(parameter.name) ? [`@${parameter.name} = ${place(parameter)}`] : [];
  });
  const columns = [
    `@engine_returned as ${quote(returnColumn)}`,
    ...outputs.map((parameter) => `${variable(parameter)} as ${quote(parameter.name)}`),
  ];
  const [before, after] = inTransaction
    ? [mark, checkMark]
    : // SQL Server has no read-only session: what a procedure changed against its author's word is undone.
      [['begin transaction;'], ['if @@trancount > 0 rollback transaction;']];
  const sql = [
    `declare @engine_returned int${declared.join('')};`,
    ...before,
    `exec @engine_returned = ${name}${items.length > 0 ? ` ${items.join(', ')}` : ''};`,
    ...after,
    `select ${columns.join(', ')};`,
  ].join('\n');
  return { sql, values, outputs: true };
}

/** `name` is quoted where it must be. SQLite has no procedures: throws an Error. */
export function callText(dialect: DialectName, name: string, procedure: Procedure, use: CallUse): CallText {
  switch (dialect) {
    case 'postgres':
      return postgresCall(name, procedure, use);
    case 'mysql':
      return mysqlCall(name, procedure);
    case 'mssql':
      return mssqlCall(name, procedure, use);
    case 'sqlite':
      throw new Error('SQLite has no stored procedures.');
  }
}
