/** Which expressions of a profile are compiled, and which ones the interpreter evaluates. */
import type { Contract } from '../base/contract.ts';
import type { Place } from '../base/place.ts';
import { compile } from '../compile/compile.ts';
import { factCombinations } from '../compile/context/fact-combinations.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { openProfile, type ProfileFile } from '../profile/open.ts';
import type { Environment } from '../profile/settings.ts';

interface ExpressionsInput extends ProfileFile {
  readonly contract: Contract;
  readonly environment: Environment;
}

/** An expression that the interpreter evaluates, with the part of the language that is not compiled. */
export interface InterpretedExpression {
  readonly place: Place;
  readonly text: string;
  readonly reason: string;
}

export type ProfileExpressions =
  | { readonly ok: true; readonly count: number; readonly interpreted: readonly InterpretedExpression[] }
  /** `sources`: the texts to which diagnostics refer. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

/** The expressions of a profile, each place once, with those of all variants. */
export async function expressionsOf(input: ExpressionsInput): Promise<ProfileExpressions> {
  const { loaded, diagnostics, sources } = await openProfile(input, input.environment, 'check');
  if (loaded === undefined || diagnostics.some(({ severity }) => severity === 'error'))
    return { ok: false, diagnostics, sources };
  const interpretedByPlace = new Map<string, InterpretedExpression | undefined>();
  const profile = {
    ...loaded,
    contract: input.contract,
    onExpression: (place: Place, { text, interpreted: reason }: { text: string; interpreted: string | undefined }) => {
      const key = `${place.file}:${place.line}:${place.column}`;
      interpretedByPlace.set(key, reason === undefined ? undefined : { place, text, reason });
    },
  };
  for (const { factValues, endpoints: only } of factCombinations(loaded.profile))
    compile({ ...profile, descriptions: new Map(), factValues, only });
  const interpreted = [...interpretedByPlace.values()].filter((one) => one !== undefined);
  return { ok: true, count: interpretedByPlace.size, interpreted };
}
