/**
 * The table of all diagnostic codes; `Code` is derived from it. Numbers are never reused: a code that is no longer raised leaves a gap, so
 * that an old search result never explains a new finding.
 *
 * YAML1xx  the file as YAML                 codes/yaml.ts
 * MAP1xx   grammar of the profile           codes/grammar.ts
 * MAP2xx   names and the contract           codes/names.ts, codes/mapping.ts
 * EXP3xx   JSONata expressions              codes/expressions.ts
 * SQL4xx   SQL statements                   codes/statements.ts
 * REQ6xx   HTTP requests to the ERP         codes/requests.ts
 * CFG5xx   configuration of the service     codes/configuration.ts
 * DRF7xx   drift of the ERP                 codes/drift.ts
 * API8xx   the vendor's description         codes/descriptions.ts
 */
import type { CodeEntry } from './codes/code-entry.ts';
import { configurationCodes } from './codes/configuration.ts';
import { descriptionCodes } from './codes/descriptions.ts';
import { driftCodes } from './codes/drift.ts';
import { expressionCodes } from './codes/expressions.ts';
import { grammarCodes } from './codes/grammar.ts';
import { mappingCodes } from './codes/mapping.ts';
import { nameCodes } from './codes/names.ts';
import { requestCodes } from './codes/requests.ts';
import { statementCodes } from './codes/statements.ts';
import { yamlCodes } from './codes/yaml.ts';

export const codes = {
  ...yamlCodes,
  ...grammarCodes,
  ...nameCodes,
  ...mappingCodes,
  ...expressionCodes,
  ...statementCodes,
  ...requestCodes,
  ...configurationCodes,
  ...driftCodes,
  ...descriptionCodes,
} as const satisfies Readonly<Record<string, CodeEntry>>;

export type Code = keyof typeof codes;

/** Whether a text from outside, such as the argument of `engine explain`, is a code. */
export function isCode(text: string): text is Code {
  return Object.hasOwn(codes, text);
}

/** What the start of a service reports in place of the code; undefined where it reports the same as a check. */
export function reportedAtStart(code: Code): CodeEntry['atStart'] {
  const entry: CodeEntry = codes[code];
  return entry.atStart;
}

/** Whether equal messages of this code have the same cause. */
export function namesCause(code: Code): boolean {
  const entry: CodeEntry = codes[code];
  return entry.oneCause === true;
}
