/** Members that an installation has added to the types of its vendor (`own` of `describedBy`), compared with a lock. */
import { ownMember } from '../../base/members.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { type FindingLocation, finding } from '../changes/finding.ts';
import type { OwnComparison } from '../description/compare-served.ts';
import { type LockedMembers, sorted } from './lock.ts';

/** The form in a lock file: each type that the profile uses, also without own members. */
export const lockedOwn = ({ types }: OwnComparison): LockedMembers =>
  sorted(types.map(({ owner, members }) => [owner, { ...sorted(members) }] as const));

/** The own members that have appeared, vanished, or changed their type since the lock was written. `described`: where the profile names the description. */
export function compareOwn(
  { types, usesOf }: OwnComparison,
  locked: LockedMembers | undefined,
  described: FindingLocation,
): readonly Diagnostic[] {
  return types.flatMap(({ owner, records, members }) => {
    const before = ownMember(locked, owner);
    if (before === undefined) {
      const message = `The lock does not have the own members of ${owner}.`;
      return finding('DRF708', 'warning', [described], message, 'Lock again, with --lock.');
    }
    const vanished = Object.entries(before).filter(([name]) => !members.has(name));
    const gone = vanished.flatMap(([name, type]) => {
      const message = `The own member "${name}" of ${owner} (${type}) no longer exists in the ERP.`;
      return finding(
        'DRF713',
        'warning',
        [described],
        message,
        'If the profile needs it, add it again in the ERP; then lock again.',
      );
    });
    const others = [...members].flatMap(([name, type]) => {
      const was = ownMember(before, name);
      if (was === type) return [];
      if (was === undefined) {
        const message = `${owner} has the new own member "${name}" (${type}).`;
        return finding(
          'DRF713',
          'advice',
          [described],
          message,
          'Use it in the profile if it is needed, and lock again.',
        );
      }
      const uses = usesOf({ name, records });
      const message = `The own member "${name}" of ${owner} is ${type} now; it was ${was}.`;
      const hint = 'Check that the profile is right for this type, and lock again.';
      return finding('DRF713', 'warning', uses.length === 0 ? [described] : uses, message, hint);
    });
    return [...gone, ...others];
  });
}
