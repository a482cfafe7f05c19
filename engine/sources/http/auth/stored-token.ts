/** The stored form of a rotating token: the refresh token, and its access token for the other replicas. */
import { numberMember, textMember } from '../../../base/members.ts';
import { Secret } from '../../../base/secret.ts';

/** Times are in milliseconds since the epoch. */
export interface Kept {
  readonly refresh: string;
  readonly access?: string | undefined;
  readonly until?: number | undefined;
  readonly notBefore?: number | undefined;
}

/** The JSON that the store keeps, and `readKept` reads. */
export function keptText({ refresh, access, until, notBefore }: Kept): Secret {
  return new Secret(JSON.stringify({ refresh, access, until, notBefore }));
}

/** The first refresh token, as an operator provides it. */
export function firstToken(refresh: Secret): Secret {
  return keptText({ refresh: refresh.reveal() });
}

/** Undefined if the text has another form. */
export function readKept(text: Secret): Kept | undefined {
  const value: unknown = JSON.parse(text.reveal());
  if (typeof value !== 'object' || value === null) return undefined;
  const refresh = textMember(value, 'refresh');
  if (refresh === undefined) return undefined;
  return {
    refresh,
    access: textMember(value, 'access'),
    until: numberMember(value, 'until'),
    notBefore: numberMember(value, 'notBefore'),
  };
}
