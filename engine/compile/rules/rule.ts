/** The interface of a rule. A rule demands one thing of a whole profile that the schema of the profile cannot express. */
import type { ProfileDocument } from '../../profile/yaml/document.ts';
import type { ProfileContext } from '../context/profile-context.ts';

/** What a rule sees: the profile, the contract, and a reporter. */
export interface RuleContext extends ProfileContext {
  readonly document: Pick<ProfileDocument, 'value' | 'usedParts'>;
  /** `decide` is no error: the profile is tested, it does not serve requests. */
  readonly allowUndecided?: boolean;
  /** Also report what may be intended: for checks during development, not for the start of a service. */
  readonly thorough?: boolean;
}

/** Reports every place of the profile that breaks the rule. */
export type Rule = (context: RuleContext) => void;
