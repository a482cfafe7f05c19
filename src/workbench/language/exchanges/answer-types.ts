/** What known exchanges show of the values that an expression reads: its input, the rows around it, and the results of earlier steps. */
import { isMap } from '../../../../engine/host/index.ts';
import type { Path } from '../../../../engine/index.ts';
import { compileExpression } from '../../../../engine/tools/index.ts';
import { type ProfileView, valueAt } from '../profile/view.ts';
import { listOf, type ValueType, withMembers } from '../types/members.ts';
import { exchangesOf, httpSourceOf, requestAround, requestAt } from './matching.ts';
import { sampleType } from './sample-type.ts';

/** The type of what a JSONata text gives of a value; undefined where the text cannot be read yet. */
function typeAfter(text: string, input: ValueType): ValueType | undefined {
  const compiled = compileExpression(text);
  return compiled.ok ? compiled.expression.infer(input, new Map()).type : undefined;
}

const answerAt = (view: ProfileView, request: NonNullable<ReturnType<typeof requestAt>>): ValueType =>
  sampleType(exchangesOf(view, request).map(({ answer, from, isReal }) => ({ value: answer, from, isReal })));

/** Whether the request at a path is a step of a write, to which the `rows` of its source do not apply. */
const isStep = (path: Path): boolean => path[2] === 'write';

/** The answers that an expression of a source reads: those to all of its requests. */
const answersOfSource = (view: ProfileView, source: Path[number] | undefined): ValueType =>
  sampleType(
    view.exchanges
      .filter((one) => one.source === undefined || one.source === source)
      .map(({ answer, from, isReal }) => ({ value: answer, from, isReal })),
  );

/** The rows of the read at a path, before `attach` and `fields`; undefined where no exchange of it is known. */
function rowsAt(view: ProfileView, path: Path): ValueType | undefined {
  const details = requestAt(view, [...path, 'details']);
  const request = details ?? requestAt(view, path);
  if (request === undefined) return undefined;
  const answer = answerAt(view, request);
  const source = httpSourceOf(view, request.path) ?? '';
  const shared = isStep(path) ? undefined : valueAt(view, ['sources', source, 'request', 'rows']);
  const text = request.spec.rows ?? shared;
  return typeof text === 'string' ? typeAfter(text, answer) : answer;
}

/** What the read at a path gives to the expressions around it: its `fields`, or its rows. */
function resultAt(view: ProfileView, path: Path): ValueType | undefined {
  const spec = valueAt(view, path);
  if (!isMap(spec)) return undefined;
  if (isMap(spec.fields))
    return withMembers(
      undefined,
      Object.keys(spec.fields).map((name) => [name, undefined]),
    );
  for (const key of ['query', 'exec']) {
    const scope = view.scopeAt([...path, key]);
    if (scope?.kind === 'statement')
      return withMembers(
        undefined,
        scope.columns.map((name) => [name, undefined]),
      );
  }
  return rowsAt(view, path);
}

/** A row of the read at a path, with what is added to it: by `attach`, then by `each`. */
function rowAt(view: ProfileView, path: Path, additions: readonly ('attach' | 'each')[]): ValueType | undefined {
  const joined = additions.flatMap((key) => {
    const reads = valueAt(view, [...path, key]);
    return Object.entries(isMap(reads) ? reads : {}).map(([name, spec]) => {
      const result = resultAt(view, [...path, key, name]);
      const isOne = isMap(spec) && spec.one !== undefined;
      return [name, result === undefined || isOne ? result : listOf(result)] as const;
    });
  });
  const row = rowsAt(view, path);
  return joined.length === 0 ? row : withMembers(row, joined);
}

/** What known exchanges show of the input of the expression at a path; undefined where none shows anything. */
export function inputAt(view: ProfileView, path: Path): ValueType | undefined {
  if (path[0] === 'sources') {
    const isAnswer = path[2] === 'outcomes' || path[2] === 'page' || (path[2] === 'request' && path[3] === 'rows');
    return isAnswer ? answersOfSource(view, path[1]) : undefined;
  }
  const request = requestAround(view, path);
  if (request === undefined) return undefined;
  const key = path[request.path.length];
  if (key === 'rows' || key === 'outcomes' || key === 'page') return answerAt(view, request);
  return key === 'fields' || key === 'where' ? rowAt(view, request.path, ['attach', 'each']) : undefined;
}

/** The path of an earlier step of a write. */
function stepPath(view: ProfileView, [section, endpoint]: Path, name: string): Path | undefined {
  for (const list of ['prepare', 'write']) {
    const steps = valueAt(view, [section ?? '', endpoint ?? '', list]);
    const index = Array.isArray(steps) ? steps.findIndex((step) => isMap(step) && Object.hasOwn(step, name)) : -1;
    if (index >= 0) return [section ?? '', endpoint ?? '', list, index, name];
  }
  return undefined;
}

/** What is known of a variable of the expression at a path, without its dollar sign: the row around it, the found document, the result of a step. */
export function variableAt(view: ProfileView, path: Path, name: string): ValueType | undefined {
  const outer = (key: string): Path => path.slice(0, path.lastIndexOf(key));
  if (name === 'row' && path.includes('each')) return rowAt(view, outer('each'), ['attach']);
  if (name === 'rows' && path.includes('attach')) {
    const row = rowAt(view, outer('attach'), []);
    return row && listOf(row);
  }
  if (path[0] !== 'endpoints') return undefined;
  if (name === 'found') return resultAt(view, [...path.slice(0, 2), 'find']);
  const step = stepPath(view, path, name);
  return step && resultAt(view, step);
}
