/** The names of the headers and query parameters that the authentication of a source adds to its requests. */
import type { HttpSourceSpec } from '../../../profile/schema/index.ts';

interface CredentialNames {
  /** In lower case. */
  readonly headers: readonly string[];
  readonly params: readonly string[];
}

/** The names that `auth` adds. */
export function credentialNames({ auth }: HttpSourceSpec): CredentialNames {
  if (auth === undefined) return { headers: [], params: [] };
  const { apiKey, session, csrf } = auth;
  const send = session === undefined || session.send === 'cookies' ? [] : [session.send];
  const places = [...[apiKey ?? []].flat(), ...send];
  const headers = places.flatMap((one) => ('header' in one ? [one.header] : []));
  return {
    headers: ['authorization', ...headers, ...(csrf === undefined ? [] : [csrf.header ?? 'x-csrf-token'])].map((name) =>
      name.toLowerCase(),
    ),
    params: places.flatMap((one) => ('query' in one ? [one.query] : [])),
  };
}
