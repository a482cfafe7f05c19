/** The source of a profile that a link is for. */
import type { Consent } from '../../../engine/tools/index.ts';

/** `reason`: a clause without a period. */
export type ChosenSource =
  | { readonly ok: true; readonly source: string }
  | { readonly ok: false; readonly reason: string };

/** The only source with `consent`, or the named one. */
export function chooseSource(consents: readonly Pick<Consent, 'source'>[], name: string | undefined): ChosenSource {
  const names = consents.map(({ source }) => source).join(', ');
  const [only, ...others] = consents.filter(({ source }) => name === undefined || source === name);
  if (names === '')
    return { ok: false, reason: 'the profile has no source with `consent`: store a token with engine auth set' };
  if (only === undefined)
    return { ok: false, reason: `the profile has no source "${name}" with \`consent\`; sources with it: ${names}` };
  if (others.length > 0) return { ok: false, reason: `several sources have \`consent\`: name one of ${names}` };
  return { ok: true, source: only.source };
}
