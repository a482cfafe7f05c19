/** The code that is generated for a profile: for its expressions, unless the interpreter evaluates them, and for the rows of its reads and answers. */
import type { Contract } from '../base/contract.ts';
import type { Path, Place } from '../base/place.ts';
import { compile } from '../compile/compile.ts';
import type { OnExpression, OnFunction } from '../compile/context/context.ts';
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

export interface ProfileFunction {
  readonly place: Place;
  readonly endpoint: string | undefined;
  /** What it does with rows. */
  readonly title: string;
  readonly source: () => string;
}

export type ProfileExpressions =
  | {
      readonly ok: true;
      readonly expressions: readonly ProfileExpression[];
      readonly functions: readonly ProfileFunction[];
    }
  /** `sources`: the texts to which diagnostics refer. */
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[]; readonly sources: ReadonlyMap<string, string> };

const endpointOf = ([part, name]: Path): string | undefined =>
  part === 'endpoints' && typeof name === 'string' ? name : undefined;

/** The expressions of a profile and the functions for rows, each place once, with those of all variants. */
export async function expressionsOf(input: ExpressionsInput): Promise<ProfileExpressions> {
  const { loaded, diagnostics, sources } = await openProfile(input, input.environment, 'check');
  if (loaded === undefined || hasError(diagnostics)) return { ok: false, diagnostics, sources };
  const byPlace = new Map<string, ProfileExpression>();
  const placeText = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;
  const onExpression: OnExpression = (place, { text, interpreted, source }, path) =>
    byPlace.set(placeText(place), { place, text, interpreted, source, endpoint: endpointOf(path) });
  const functions = new Map<string, ProfileFunction>();
  const onFunction: OnFunction = (place, title, generated, path) =>
    functions.set(`${placeText(place)} ${title}`, {
      place,
      title,
      source: () => generated.source,
      endpoint: endpointOf(path),
    });
  const profile = { ...loaded, contract: input.contract, onExpression, onFunction };
  for (const { factValues, endpoints: only } of factCombinations(loaded.profile))
    compile({ ...profile, descriptions: new Map(), factValues, only });
  return { ok: true, expressions: [...byPlace.values()], functions: [...functions.values()] };
}
