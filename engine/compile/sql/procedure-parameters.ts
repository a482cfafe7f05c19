/** Checks the parameters of a call against those that the procedure declares. */
import type { Path } from '../../base/place.ts';
import { suggest } from '../../diagnostics/did-you-mean.ts';
import type { CallSpec } from '../../profile/schema/index.ts';
import type { Procedure, ProcedureParameter } from '../../sources/source.ts';
import type { DatabaseKind } from '../../sources/sql/kind.ts';
import type { CompileContext } from '../context/context.ts';

/** The name of a parameter as the profile writes it, without the optional `@`. */
const plainName = (name: string): string => name.replace(/^@/, '');

function find(procedure: Procedure, name: string): ProcedureParameter | undefined {
  const parameterName = plainName(name);
  const exact = procedure.parameters.find((parameter) => parameter.name === parameterName);
  return (
    exact ?? procedure.parameters.find((parameter) => parameter.name.toLowerCase() === parameterName.toLowerCase())
  );
}

/** A procedure, and its names for the parameters of a call. */
export interface Matched {
  readonly procedure: Procedure;
  /** Parameter of the procedure -> the name under `with`. */
  readonly inputs: ReadonlyMap<string, string>;
  /** Output of the procedure -> the name that the profile gives it. */
  readonly outputs: ReadonlyMap<string, string>;
}

/** A parameter of a call, with its path below `call`. */
interface CallParameter {
  readonly path: Path;
  readonly name: string;
}

/** What is wrong with the parameters of a call of one procedure. */
interface Faults {
  readonly unknown: readonly CallParameter[];
  /** Under `out`, but not an output. */
  readonly noOutputs: readonly CallParameter[];
  /** Under `with`, but not an input. */
  readonly noInputs: readonly CallParameter[];
  /** Required inputs that the call does not give. */
  readonly missing: readonly string[];
  /** Outputs that the call does not read: only a warning. */
  readonly unread: readonly string[];
}

/** Compares the parameters of a call with those of a procedure. */
function match(spec: CallSpec, procedure: Procedure): Matched & Faults {
  const given = Object.keys(spec.with ?? {}).map((name) => ({ path: ['with', name], name, is: find(procedure, name) }));
  const out = Object.entries(spec.out ?? {}).map(([name, called]) => ({
    path: ['out', name],
    name,
    called,
    is: find(procedure, name),
  }));
  const used = [...given, ...out];
  const isGiven = (name: string): boolean => given.some(({ is }) => is?.name === name);
  const isWanted = (name: string): boolean => out.some(({ is }) => is?.name === name);
  return {
    procedure,
    inputs: new Map(given.flatMap(({ is, name }) => (is === undefined ? [] : [[is.name, name] as const]))),
    outputs: new Map(out.flatMap(({ is, called }) => (is === undefined ? [] : [[is.name, called] as const]))),
    unknown: used.filter(({ is }) => is === undefined),
    noOutputs: out.filter(({ is }) => is?.mode === 'in'),
    noInputs: given.filter(({ is }) => is?.mode === 'out'),
    missing: procedure.parameters
      .filter(({ mode, optional, name }) => mode === 'in' && !optional && !isGiven(name))
      .map(({ name }) => name),
    unread: procedure.parameters.filter(({ mode, name }) => mode !== 'in' && !isWanted(name)).map(({ name }) => name),
  };
}

/** Number of faults with which the call would fail. */
const faultsOf = (all: Faults): number =>
  all.unknown.length + all.noOutputs.length + all.noInputs.length + all.missing.length;

function report(
  context: CompileContext,
  path: Path,
  { title, procedures }: DatabaseKind,
  matched: Matched & Faults,
): void {
  const names = matched.procedure.parameters.map(({ name }) => name);
  const at = (inner: Path) => ({ path: [...path, ...inner], key: true });
  for (const { path: inner, name } of matched.unknown) {
    const message = `The procedure has no parameter "${plainName(name)}".`;
    context.report('SQL422', { ...at(inner), message, hint: suggest(plainName(name), names) });
  }
  for (const { path: inner, name } of matched.noOutputs) {
    const message = `The parameter "${plainName(name)}" is not an output.`;
    context.report('SQL422', { ...at(inner), message, hint: 'Remove it; input values are given under `with`.' });
  }
  for (const { path: inner, name } of matched.noInputs) {
    const message = `The parameter "${plainName(name)}" is an output and cannot be given a value.`;
    context.report('SQL422', { ...at(inner), message, hint: 'Name it under `out`.' });
  }
  // A misspelt parameter counts as missing, too, and has been reported.
  if (matched.missing.length > 0 && matched.unknown.length === 0) {
    const message = `The procedure also requires ${matched.missing.join(', ')}.`;
    const what = procedures?.hasDefaults === false ? `${title} has no defaults: give` : 'Give';
    context.report('SQL422', { ...at(['procedure']), message, hint: `${what} each of them a value under \`with\`.` });
  }
  if (matched.unread.length > 0 && faultsOf(matched) === 0) {
    context.report('SQL422', {
      ...at(['procedure']),
      severity: 'warning',
      message: `Nothing uses the output of the procedure: ${matched.unread.join(', ')}.`,
      hint: 'Name it under `out`; if it reports a failure, test it under `outcomes`.',
    });
  }
}

/** The overload that the call fits; undefined, and a report, where there is none, or more than one. */
export function matchProcedure(
  context: CompileContext,
  path: Path,
  kind: DatabaseKind,
  spec: CallSpec,
  procedures: readonly Procedure[],
): Matched | undefined {
  const at = { path: [...path, 'procedure'] };
  const all = procedures.map((procedure) => match(spec, procedure)).sort((a, b) => faultsOf(a) - faultsOf(b));
  const [best, second] = all;
  if (best === undefined) {
    const message = `There is no procedure ${spec.procedure}, or the login of this service cannot see it.`;
    context.report('SQL421', { ...at, message, hint: 'Correct its name or schema, or grant EXECUTE on it.' });
    return undefined;
  }
  if (second !== undefined && faultsOf(second) === 0) {
    const message = `Several procedures named ${spec.procedure} accept these parameters.`;
    context.report('SQL421', { ...at, message, hint: 'Name more parameters of the procedure that you mean.' });
    return undefined;
  }
  if (!best.procedure.granted) {
    const message = `The login of this service has no permission to call ${spec.procedure}.`;
    context.report('SQL421', { ...at, message, hint: 'Grant it EXECUTE.' });
    return undefined;
  }
  report(context, path, kind, best);
  return faultsOf(best) === 0 ? best : undefined;
}
