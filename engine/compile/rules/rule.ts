/** The interface of a rule. A rule demands one thing of a whole profile that the schema of the profile cannot express. */
import type { Path } from '../../base/place.ts';
import type { ProfileDocument } from '../../profile/yaml/document.ts';
import type { ProfileContext } from '../context/profile-context.ts';

/** What a rule sees: the profile, the contract, and a reporter. */
export interface RuleContext extends ProfileContext {
  readonly document: Pick<ProfileDocument, 'value' | 'usedParts'>;
  /** `decide` is no error: the profile is tested, it does not serve requests. */
  readonly allowUndecided?: boolean;
  /** Also report what may be intended: for checks during development, not for the start of a service. */
  readonly thorough?: boolean;
  /** Paths of the endpoints that are compiled; all where it is missing. */
  readonly only?: ReadonlySet<string>;
  /** Paths of the endpoints that the profile was narrowed to; undefined if it has all of them. */
  readonly needed?: ReadonlySet<string> | undefined;
  /** Whether a name below this path was reported as no value of the request: it may be meant to be the field that nothing else uses. */
  hasUnknownValue(below: Path): boolean;
}

/** Reports every place of the profile that breaks the rule. */
export type Rule = (context: RuleContext) => void;
