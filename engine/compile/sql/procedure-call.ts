/** Compiles a call of a stored procedure: resolves its name and values, and checks its parameters against the procedure's. */
import type { Path } from '../../base/place.ts';
import type { QueryPlan, Resolve } from '../../plan/query.ts';
import type { CallSpec } from '../../profile/schema/index.ts';
import type { SqlValue } from '../../sources/source.ts';
import { expandParts } from '../../sources/sql/text/parts.ts';
import { parseTemplate } from '../../sources/sql/text/template.ts';
import { unknownType } from '../../transform/value-type.ts';
import { absence } from '../columns/row-cleaner.ts';
import type { CompileContext } from '../context/context.ts';
import { databaseKindOf } from '../context/sources.ts';
import { pathKey } from '../context/statements.ts';
import { compileOutcomes } from '../expressions/procedure-outcomes.ts';
import { columnNames, type Names } from '../names/expression-names.ts';
import { type ParameterScope, resolveName } from '../names/parameter-scope.ts';
import { reportUnknownParameter } from '../names/unknown-parameter.ts';
import { reportOutside } from './forbidden-work.ts';
import { type Matched, matchProcedure } from './procedure-parameters.ts';
import type { CompiledQuery } from './query.ts';
import { findOutside } from './read-only.ts';
import { partTemplates } from './sql-parts.ts';
import { checkTemplates } from './sql-text-checks.ts';
import { reportTemplateFaults } from './template-faults.ts';

interface CallInput {
  /** Path of the call: `[..., 'call']`. */
  readonly path: Path;
  readonly spec: CallSpec;
  readonly source: string;
  readonly scope: ParameterScope;
  /** Variables of its expressions. */
  readonly variables: readonly string[];
  /** Fields of the contract that it may return, for the spelling of its columns. */
  readonly fields: readonly string[];
}

/** The name of the procedure after its parts were inserted; undefined, and a report, where a part is faulty. */
function nameOf(context: CompileContext, { path, spec, source }: CallInput): string | undefined {
  const { dialect } = databaseKindOf(context, source);
  const at = [...path, 'procedure'];
  const parsed = parseTemplate(spec.procedure, dialect.lexicon);
  const { template, faults } = expandParts(parsed.template, partTemplates(context, dialect));
  reportTemplateFaults(context, at, spec.procedure, [...parsed.faults, ...faults]);
  if (parsed.faults.length + faults.length > 0) return undefined;
  const name = template.pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('');
  const outside = findOutside(`${name}(`, databaseKindOf(context, source));
  if (outside === undefined) return name;
  reportOutside(context, { path: at, offset: 0 }, { ...outside, length: spec.procedure.length });
  return undefined;
}

/** Reports a constant text that looks like a template or expression: the author probably meant a value. */
function checkConstant(context: CompileContext, path: Path, text: string): void {
  if (!checkTemplates(context, path, text) || !/^\$[A-Za-z_]/.test(text)) return;
  const message = `${text} is an expression, but a parameter takes a value by name.`;
  context.report('SQL410', { path, message, hint: 'Write :name, for example :customerErpId or :step.column.' });
}

/** The value of each parameter under `with`; undefined, and a report, where one cannot be resolved. */
function valuesOf(context: CompileContext, { path, spec, scope }: CallInput): ReadonlyMap<string, Resolve> | undefined {
  const values = new Map<string, Resolve>();
  for (const [parameter, value] of Object.entries(spec.with ?? {})) {
    const at = [...path, 'with', parameter];
    if (typeof value !== 'string' || !value.startsWith(':')) {
      values.set(parameter, () => value);
      if (typeof value === 'string') checkConstant(context, at, value);
      continue;
    }
    const name = resolveName(value.slice(1), scope);
    if (!name.ok) {
      reportUnknownParameter(context, { path: at }, value.slice(1), name);
      continue;
    }
    if (name.list) {
      const hint = 'Loop over the list with `each`, and pass one value.';
      context.report('MAP235', { path: at, message: `${value} is a list: the values of all rows.`, hint });
      continue;
    }
    // A missing value is NULL, because all calls have the same parameters.
    values.set(parameter, (state) => name.resolve(state) ?? null);
  }
  return values.size === Object.keys(spec.with ?? {}).length ? values : undefined;
}

function singleValue(value: SqlValue | readonly SqlValue[] | undefined): SqlValue {
  return value === undefined || typeof value === 'object' ? null : value;
}

/** Cleans rows whose columns are only known after the call: spells contract fields as the contract does, and removes values that mean "none". */
function cleaner(fields: readonly string[], isAbsent: (value: unknown) => boolean): QueryPlan['clean'] {
  const spelled = new Map(fields.map((field) => [field.toLowerCase(), field]));
  return (row) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) =>
        isAbsent(value) ? [] : [[spelled.get(name.toLowerCase()) ?? name, value]],
      ),
    );
}

interface ResolvedCall {
  /** Name of the procedure. */
  readonly name: string;
  /** Undefined while the database has not described the procedure. */
  readonly matched: Matched | undefined;
  readonly values: ReadonlyMap<string, Resolve>;
  /** The database cannot describe procedures. */
  readonly isUndescribed: boolean;
}

function planOf(context: CompileContext, input: CallInput, call: ResolvedCall): QueryPlan {
  const { spec, source, scope, path } = input;
  const { name, matched, values, isUndescribed } = call;
  const { returns } = spec;
  const { procedures } = databaseKindOf(context, source);
  const outputs = matched?.outputs ?? new Map<string, string>();
  const use = { inputs: new Set(matched?.inputs.keys()), wanted: new Set(outputs.keys()), inTransaction: scope.key };
  const text = matched && procedures?.call(name, matched.procedure, use);
  const resolvers = (text?.values ?? []).map((parameter) => values.get(matched?.inputs.get(parameter.name) ?? ''));
  const form = {
    types: (text?.values ?? []).map(({ type }) => type),
    outputs: text?.outputs ?? false,
    rows: spec.rows,
  };
  return {
    source,
    values: new Map(resolvers.map((resolve, index) => [String(index), resolve ?? (() => null)])),
    optional: new Set(),
    columns: [],
    statement: {
      bind({ value }) {
        // Such a database has no procedures and will refuse the call.
        if (isUndescribed) return { sql: `EXEC ${name}`, values: [] };
        if (text === undefined) throw new Error('The database has not described this procedure.');
        return { sql: text.sql, values: resolvers.map((_, index) => singleValue(value(String(index)))) };
      },
    },
    call: {
      procedure: spec.procedure,
      form,
      outputs: [...outputs],
      returns,
      outcomes: compileOutcomes(context, path, spec, scope, input.variables),
    },
    clean: cleaner(input.fields, absence(context.profile.sources[source]?.absent ?? [])),
  };
}

/** Names that accept any column: what a procedure selects is not known before it runs. */
const openNames = (namesOfColumns: readonly string[]): Names => ({
  ...columnNames(namesOfColumns),
  has: () => true,
  row: unknownType,
});

/** Compiles a call; undefined, and a report, where it cannot be compiled. */
export function compileCall(context: CompileContext, input: CallInput): CompiledQuery | undefined {
  const { path, spec, source, scope } = input;
  const kind = databaseKindOf(context, source);
  const { title, procedures: rules } = kind;
  if (rules === undefined) {
    const message = `${title} has no stored procedures.`;
    context.report('SQL420', {
      path,
      key: true,
      message,
      hint: 'Write the statements themselves, as `exec` or `query`.',
    });
    return undefined;
  }
  if (spec.returns !== undefined && !rules.hasReturnCode) {
    const message = `Procedures of ${title} have no return code.`;
    context.report('SQL422', { path: [...path, 'returns'], key: true, message, hint: 'Remove it.' });
  }
  const name = nameOf(context, input);
  const values = valuesOf(context, input);
  if (name === undefined) return undefined;
  const at = [...path, 'procedure'];
  context.statements.push({ path: at, source, verb: 'call', procedure: name, variants: () => [] });
  const procedures = context.descriptions.get(pathKey(at))?.procedures;
  const isDescribed = procedures !== undefined && procedures !== 'undetermined';
  const matched = isDescribed ? matchProcedure(context, path, kind, spec, procedures) : undefined;
  if (values === undefined || (isDescribed && matched === undefined)) {
    compileOutcomes(context, path, spec, scope, input.variables);
    return undefined;
  }
  const outputs = [...Object.values(spec.out ?? {}), ...(spec.returns === undefined ? [] : [spec.returns])];
  const isClosed = rules.outputsOnly && matched !== undefined && !matched.procedure.givesRows;
  return {
    plan: planOf(context, input, { name, matched, values, isUndescribed: procedures === 'undetermined' }),
    columns: isClosed ? outputs : undefined,
    values: [],
    names: isClosed ? columnNames(outputs) : openNames(outputs),
  };
}
