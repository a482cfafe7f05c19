/** Calls of procedures of SQL Server. Parameters are given by name. */
import { type Procedure, type ProcedureParameter, returnColumn } from '../../source.ts';
import type { CallText, CallUse, ProcedureRules } from '../text/procedure-call.ts';
import { mssqlDialect } from './dialect.ts';

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

function call(name: string, { parameters }: Procedure, { inputs, wanted, inTransaction }: CallUse): CallText {
  const { quote } = mssqlDialect;
  const values: ProcedureParameter[] = [];
  const outputs = parameters.filter((parameter) => wanted.has(parameter.name));
  const variable = (parameter: ProcedureParameter): string => `@engine_out${outputs.indexOf(parameter) + 1}`;
  const place = (parameter: ProcedureParameter): string => `@p${values.push(parameter)}`;
  const declared = outputs.map((parameter) => {
    const value = inputs.has(parameter.name) ? ` = ${place(parameter)}` : '';
    return `, ${variable(parameter)} ${parameter.type}${value}`;
  });
  const items = parameters.flatMap((parameter) => {
    if (outputs.includes(parameter)) return [`@${parameter.name} = ${variable(parameter)} output`];
    return inputs.has(parameter.name) ? [`@${parameter.name} = ${place(parameter)}`] : [];
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

export const mssqlProcedureRules: ProcedureRules = {
  call,
  hasDefaults: true,
  hasReturnCode: true,
  outputsOnly: false,
  canCommit: true,
};
