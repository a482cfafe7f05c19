/** Reports `:names` that cannot be resolved. */
import { closest, type Suggestion, suggestion } from '../../diagnostics/did-you-mean.ts';
import type { Finding } from '../../diagnostics/reporter.ts';
import type { CompileContext } from '../context/context.ts';
import type { ResolvedName } from './parameter-scope.ts';

type Fault = Extract<ResolvedName, { readonly ok: false }>;

/** Reports a name of a statement or call that cannot be resolved. A declared setting without a value has been reported at its declaration. */
export function reportUnknownParameter(
  context: CompileContext,
  at: Pick<Finding, 'path' | 'range'>,
  name: string,
  fault: Fault,
): void {
  const { code, message } = fault;
  const declared = Object.hasOwn(context.profile.settings ?? {}, name.replace(/^settings\./, ''));
  if (code === 'MAP201' && declared) return;
  context.report(code, { ...at, message, ...cureOf(context, name, fault) });
}

/** The nearest known name, or all of them. */
function cureOf(context: CompileContext, name: string, fault: Fault): Suggestion {
  const { code, candidates, hint } = fault;
  if (hint !== undefined) return { hint };
  if (code === 'MAP201') {
    const names = Object.keys(context.profile.settings ?? {}).map((setting) => `settings.${setting}`);
    return names.length === 0 ? { hint: 'Declare it under `settings`.' } : withColon(name, names);
  }
  if (code === 'MAP206') return { hint: 'Use a setting that is a plain value.' };
  if (code === 'MAP234' && candidates.length === 0) return { hint: 'Let its statement return the column (RETURNING).' };
  const [head = '', ...tail] = name.split('.');
  const heads = candidates.flatMap((candidate) => (candidate.endsWith('.') ? [candidate.slice(0, -1)] : []));
  const near = tail.length === 0 ? undefined : closest(head, heads);
  if (near !== undefined) {
    const replacement = `:${[near, ...tail].join('.')}`;
    return { hint: `Did you mean "${replacement}"?`, replacement };
  }
  const shown = candidates.map((candidate) => (candidate.endsWith('.') ? `${candidate}name` : candidate));
  if (shown.length === 0) return { hint: 'Use another value.' };
  const cure = withColon(name, shown);
  // `settings.name` is no name.
  return candidates.some((candidate) => `:${candidate}` === cure.replacement) ? cure : { hint: cure.hint };
}

/** The nearest name with its colon. */
function withColon(name: string, names: readonly string[]): Suggestion {
  const { hint, ...rest } = suggestion(name, names, (near) => `:${near}`);
  return { hint: hint.replace(/^(Did you mean )"/, '$1":'), ...rest };
}
