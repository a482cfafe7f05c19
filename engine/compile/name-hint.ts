/** What to do about a `:name` that stands for nothing. */
import { closest } from '../diagnostics/closest.ts';
import { type CompileContext, suggest } from './context.ts';
import type { Name } from './scope.ts';

/** The hint for a name of a statement that could not be resolved: the nearest one that could be meant, or what there is. */
export function nameHint(context: CompileContext, name: string, fault: Extract<Name, { readonly ok: false }>): string {
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
