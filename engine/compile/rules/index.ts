/** All rules about a profile whose variants are chosen, in the order in which their findings read best. */
import { absentFields } from './absent-fields.ts';
import { authExpressions } from './auth-expressions.ts';
import { baseAddresses } from './base-addresses.ts';
import { choicesDecided } from './choices-decided.ts';
import { contractVersion } from './contract-version.ts';
import { endpointKeys } from './endpoint-keys.ts';
import { endpointsComplete } from './endpoints-complete.ts';
import { endpointsKnown } from './endpoints-known.ts';
import { idsDeclared } from './ids-declared.ts';
import { partTexts } from './part-texts.ts';
import { readKeys } from './read-keys.ts';
import type { Rule } from './rule.ts';
import { settingsKnown } from './settings-known.ts';
import { sinceForms } from './since-forms.ts';
import { tableParts } from './table-parts.ts';
import { timeZones } from './time-zones.ts';
import { unusedDeclarations } from './unused.ts';

export const rules: readonly Rule[] = [
  contractVersion,
  settingsKnown,
  baseAddresses,
  authExpressions,
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
  sinceForms,
  unusedDeclarations,
];
