/** The expressions of a profile: their generated source, or why the interpreter evaluates them. */
import type { Contract } from '../base/contract.ts';
import type { Place } from '../base/place.ts';
import { compile } from '../compile/compile.ts';
import type { OnExpression } from '../compile/context/context.ts';
import { factCombinations } from '../compile/context/fact-combinations.ts';
import { type Diagnostic, hasError } from '../diagnostics/diagnostic.ts';
import { openProfile, type ProfileFile } from '../profile/open.ts';
import type { Environment } from '../profile/settings.ts';
import type { Expression } from '../transform/expression.ts';

interface ExpressionsInput extends ProfileFile {
  readonly contract: Contract;
  readonly environment: Environment;
}

export interface ProfileExpression extends Pick<Expression, 'text' | 'interpreted' | 'source'> {
  readonly place: Place;
  /** The endpoint that it belongs to; undefined for one of a source, for example. */
  readonly endpoint: string | undefined;
}

export type ProfileExpressions =
  | { readonly ok: true; readonly expressions: readonly ProfileExpression[] }
  /** `sources`: the texts to which diagnostics refer. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** The expressions of a profile, each place once, with those of all variants. */
export async function expressionsOf(input: ExpressionsInput): Promise<ProfileExpressions> {
  const { loaded, diagnostics, sources } = await openProfile(input, input.environment, 'check');
  if (loaded === undefined || hasError(diagnostics)) return { ok: false, diagnostics, sources };
  const byPlace = new Map<string, ProfileExpression>();
  const onExpression: OnExpression = (place, { text, interpreted, source }, [part, name]) => {
    const endpoint = part === 'endpoints' && typeof name === 'string' ? name : undefined;
    byPlace.set(`${place.file}:${place.line}:${place.column}`, { place, text, interpreted, source, endpoint });
  };
  const profile = { ...loaded, contract: input.contract, onExpression };
  for (const { factValues, endpoints: only } of factCombinations(loaded.profile))
    compile({ ...profile, descriptions: new Map(), factValues, only });
  return { ok: true, expressions: [...byPlace.values()] };
}
