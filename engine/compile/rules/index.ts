/** The list of all rules about the text of a profile; those about values of settings are in `setting-rules.ts`. To add one, write a file for it and add it here. */
import { absentFields } from './absent-fields.ts';
import { authExpressions } from './auth-expressions.ts';
import { choicesDecided } from './choices-decided.ts';
import { consentSettings } from './consent-settings.ts';
import { contractVersion } from './contract-version.ts';
import { endpointKeys } from './endpoint-keys.ts';
import { endpointsComplete } from './endpoints-complete.ts';
import { endpointsKnown } from './endpoints-known.ts';
import { factsKnown } from './facts-known.ts';
import { idsDeclared } from './ids-declared.ts';
import { orderOfLists } from './order-of-lists.ts';
import { pageKeys } from './page-keys.ts';
import { partParameters } from './part-parameters.ts';
import { partTexts } from './part-texts.ts';
import { readKeys } from './read-keys.ts';
import { requestUsed } from './request-used.ts';
import type { Rule } from './rule.ts';
import { settingPatterns } from './setting-patterns.ts';
import { settingsKnown } from './settings-known.ts';
import { sinceForms } from './since-forms.ts';
import { tableParts } from './table-parts.ts';
import { timeZones } from './time-zones.ts';
import { unusedDeclarations } from './unused-declarations.ts';

/** Rules about a profile after its variants were chosen, in the order in which their findings are easiest to read. */
export const rules: readonly Rule[] = [
  contractVersion,
  settingsKnown,
  settingPatterns,
  authExpressions,
  consentSettings,
  timeZones,
  tableParts,
  partTexts,
  idsDeclared,
  endpointsKnown,
  endpointsComplete,
  choicesDecided,
  endpointKeys,
  absentFields,
  readKeys,
  pageKeys,
  sinceForms,
  orderOfLists,
  unusedDeclarations,
];

/** Rules that depend on what was reported about the endpoints. */
export const rulesAfterEndpoints: readonly Rule[] = [requestUsed];

/** Rules about the profile as written, with all variants. */
export const rulesBeforeChoice: readonly Rule[] = [factsKnown, partParameters];
