/** Calls of procedures of MySQL and MariaDB. */
import type { Procedure } from '../../source.ts';
import type { CallText, ProcedureRules } from '../text/procedure-call.ts';

/** By position: MySQL has neither names nor defaults. Placeholders of outputs come back as a separate result. */
function call(name: string, { parameters }: Procedure): CallText {
  const sql = `CALL ${name}(${parameters.map(() => '?').join(', ')})`;
  return { sql, values: parameters, outputs: parameters.some(({ mode }) => mode !== 'in') };
}

export const mysqlProcedureRules: ProcedureRules = {
  call,
  hasDefaults: false,
  hasReturnCode: false,
  outputsOnly: false,
  canCommit: true,
};
