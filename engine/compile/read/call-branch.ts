/** Compiles a branch whose rows a stored procedure returns. The engine cannot wrap a call, so it serves single answers and lookups, not lists. */
import type { CallSpec } from '../../profile/schema/index.ts';
import type { CompileContext } from '../context/context.ts';
import { checkSourceKind, sourceOf, zoneOf } from '../context/sources.ts';
import { kindOf } from '../http/verbs.ts';
import { withNames } from '../names/expression-names.ts';
import { compileCall } from '../sql/procedure-call.ts';
import { type BranchInput, type CompiledBranch, keysOf } from './branch-input.ts';
import { compileRowProcessing } from './row-processing.ts';

/** Compiles the branch with its `call`; undefined, and a report, where it cannot be compiled. */
export function compileCallBranch(
  context: CompileContext,
  input: BranchInput,
  call: CallSpec,
): CompiledBranch | undefined {
  const { path, spec, target, role } = input;
  const source = sourceOf(context, spec.use, path, kindOf(spec), target.source);
  const at = [...path, 'call'];
  if (role.rows !== undefined || Object.values(keysOf(input)).some((value) => value !== undefined)) {
    const message = 'The engine cannot search, order, limit or page the rows of a procedure.';
    context.report('MAP120', { path: at, key: true, message, hint: 'Write a `query` here.' });
  }
  if (call.readOnly !== true) {
    const message = 'A procedure may change data, but this is a read, which may be repeated at any time.';
    context.report('MAP121', { path: at, key: true, message, hint: 'If it only reads, declare `readOnly: true`.' });
  }
  if (source === undefined || !checkSourceKind(context, source, 'sql', at)) return undefined;
  const query = compileCall(context, {
    path: at,
    spec: call,
    source,
    scope: { ...target.scope, zone: zoneOf(context, source) },
    variables: target.variables,
    fields: [...Object.keys(target.fields ?? {}), ...target.extra],
  });
  const processing = compileRowProcessing(context, {
    path,
    spec,
    columns: query?.columns,
    target: { ...target, source },
    names: query?.names,
  });
  if (query === undefined) return undefined;
  return {
    plan: {
      kind: 'query',
      query: query.plan,
      search: undefined,
      searchRare: false,
      since: undefined,
      emptyLast: false,
      key: undefined,
      processing: processing.plan,
    },
    columns: processing.columns,
    names: withNames(query.names, processing.added),
    sql: { path: [...at, 'procedure'], text: call.procedure, values: [] },
  };
}
