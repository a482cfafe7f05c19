/** Calls of PostgreSQL's procedures and functions. Parameters are given by name. */
import type { Procedure, ProcedureParameter } from '../../source.ts';
import { doubleQuoted } from '../text/dialect.ts';
import type { CallText, CallUse, ProcedureRules } from '../text/procedure-call.ts';

function call(name: string, procedure: Procedure, { inputs }: CallUse): CallText {
  const values: ProcedureParameter[] = [];
  const items = procedure.parameters.flatMap((parameter) => {
    const { mode, optional, type } = parameter;
    if (inputs.has(parameter.name)) {
      values.push(parameter);
      return [`${doubleQuoted(parameter.name)} => cast($${values.length} as ${type})`];
    }
    // A procedure takes its outputs as arguments (PostgreSQL 14 and later; earlier versions have INOUT only), a function does not.
    const isArgument = mode !== 'in' && !optional && (mode === 'inout' || procedure.kind === 'procedure');
    return isArgument ? [`${doubleQuoted(parameter.name)} => null`] : [];
  });
  const text = `${name}(${items.join(', ')})`;
  const outputs = !procedure.givesRows && procedure.parameters.some(({ mode }) => mode !== 'in');
  return { sql: procedure.kind === 'procedure' ? `CALL ${text}` : `SELECT * FROM ${text}`, values, outputs };
}

export const postgresProcedureRules: ProcedureRules = {
  call,
  hasDefaults: true,
  hasReturnCode: false,
  outputsOnly: true,
  canCommit: false,
};
