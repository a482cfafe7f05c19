/** The part of the compiler's context that rules and checks of texts need: the profile, the contract, and a reporter. */
import type { Contract } from '../../base/contract.ts';
import type { Reporter } from '../../diagnostics/reporter.ts';
import type { ChosenProfile, Profile } from '../../profile/schema/index.ts';
import type { SettingValues } from '../../profile/settings.ts';

export interface ProfileContext extends Reporter {
  /** The profile after its variants were chosen by facts. */
  readonly profile: ChosenProfile;
  /** The profile as it is written, with all variants. */
  readonly writtenProfile: Profile;
  readonly contract: Contract;
  readonly settings: SettingValues;
}
