/** Compiles one branch of a read: a query, a procedure call, or a request. */
import type { CompileContext } from '../context/context.ts';
import { sourceOf } from '../context/sources.ts';
import { verbsOf } from '../http/verbs.ts';
import type { BranchInput, CompiledBranch } from './branch-input.ts';
import { compileCallBranch } from './call-branch.ts';
import { compileHttpBranch } from './http-branch.ts';
import { compileQueryBranch } from './query-branch.ts';

/** Compiles a branch; undefined, and a report, where it cannot be compiled. */
export function compileBranch(context: CompileContext, input: BranchInput): CompiledBranch | undefined {
  const { path, spec } = input;
  const [verb] = verbsOf(spec);
  const ways = [
    ...(['query', 'call'] as const).filter((way) => spec[way] !== undefined),
    ...(verb === undefined ? [] : [verb]),
  ];
  if (ways.length > 1) {
    const message = `A read can have only one of ${ways.map((way) => `\`${way}\``).join(' and ')}.`;
    context.report('MAP105', { path, key: true, message, hint: 'Keep one.' });
  }
  if (verb !== undefined) return compileHttpBranch(context, input, verb);
  if (spec.call !== undefined) return compileCallBranch(context, input, spec.call);
  if (spec.query !== undefined) return compileQueryBranch(context, input, spec.query);
  // Reports an unknown or missing `use`, too.
  sourceOf(context, spec.use, path, undefined, input.target.source);
  context.report('MAP112', {
    path,
    key: true,
    message: 'This read has no `query`.',
    hint: 'Write one, or `first` or `union` with several.',
  });
  return undefined;
}
