/** Reports `:names` that cannot be resolved. */
import { closest, suggest } from '../../diagnostics/did-you-mean.ts';
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
  context.report(code, { ...at, message, hint: hintOf(context, name, fault) });
}

/** The nearest known name, or all of them. */
function hintOf(context: CompileContext, name: string, fault: Fault): string {
  const { code, candidates, hint } = fault;
  if (hint !== undefined) return hint;
  if (code === 'MAP201') {
    const names = Object.keys(context.profile.settings ?? {}).map((setting) => `settings.${setting}`);
    return names.length === 0 ? 'Declare it under `settings`.' : colon(suggest(name, names));
  }
  if (code === 'MAP206') return 'Use a setting that is a plain value.';
  if (code === 'MAP234' && candidates.length === 0) return 'Let its statement return the column (RETURNING).';
  const [head = '', ...tail] = name.split('.');
  const heads = candidates.flatMap((candidate) => (candidate.endsWith('.') ? [candidate.slice(0, -1)] : []));
  const near = tail.length === 0 ? undefined : closest(head, heads);
  if (near !== undefined) return `Did you mean ":${[near, ...tail].join('.')}"?`;
  const shown = candidates.map((candidate) => (candidate.endsWith('.') ? `${candidate}name` : candidate));
  return shown.length === 0 ? 'Use another value.' : colon(suggest(name, shown));
}

function colon(hint: string): string {
  return hint.replace(/^(Did you mean )"/, '$1":');
}
