/** Declarations of the profile's `ids`, by the field or kind of the contract that they are for. */
import { ownMember } from '../../base/members.ts';
import type { IdSpec } from '../../profile/schema/index.ts';
import type { ProfileContext } from './profile-context.ts';

/** The declaration for the id that a field of the contract holds. The first endpoint with an id field of that name decides. */
export function idOfField(context: Pick<ProfileContext, 'contract' | 'profile'>, field: string): IdSpec | undefined {
  for (const endpoint of context.contract.endpoints) {
    const { answer } = endpoint;
    const spec =
      ownMember(endpoint.request, field) ?? ownMember(answer.kind === 'rows' ? answer.row : answer.fields, field);
    if (spec?.type === 'id') return idOfKind(context, spec.idKind);
  }
  return undefined;
}

/** The key under `ids` that declares a kind of id. A debtor without its own declaration has the customer's: most ERPs keep both in one table. */
export function declaredIdKind({ profile }: Pick<ProfileContext, 'profile'>, kind: string): string {
  return profile.ids?.[kind] === undefined && kind === 'debtor' ? 'customer' : kind;
}

/** The declaration for a kind of id; undefined where there is none. */
export function idOfKind(context: Pick<ProfileContext, 'profile'>, kind: string): IdSpec | undefined {
  return ownMember(context.profile.ids, declaredIdKind(context, kind));
}
