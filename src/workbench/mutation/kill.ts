/** Tries to detect one mutant: with `engine check`, the cases, and the conformance checks, in the order of their cost. */
import { dirname } from 'node:path';
import { type Bases, type CheckMemory, type Contract, checkProfile, type Diagnostic } from '../../../engine/index.ts';
import { type CaseInput, detectingCase } from './by-cases.ts';
import { type ConformanceInput, type Detection, detectingCheck } from './by-conformance.ts';
import type { Mutant } from './mutants.ts';
import type { RecordedRead } from './replay.ts';

/** What can detect a mutant. */
export const stages = ['check', 'cases', 'conformance'] as const;
export type Stage = (typeof stages)[number];

/** How a mutant was detected. `by`: the code of a finding, the title of a case, or the name of a check. */
export type Verdict =
  | { readonly kind: 'killed'; readonly stage: Stage; readonly by: string }
  /** `shows`: a read of the fixture that the mutant answers in another way. A case of it detects the mutant. */
  | { readonly kind: 'survived'; readonly shows?: RecordedRead | undefined };

export interface KillInput extends CaseInput {
  readonly contract: Contract;
  /** The name of the profile in findings. */
  readonly profileName: string;
  readonly bases: Bases;
  /** The findings in the profile itself, as `findingKey` gives them. */
  readonly knownFindings: ReadonlySet<string>;
  /** Mutants share all statements but one. */
  readonly memory: CheckMemory;
  /** Undefined: without the conformance checks. */
  readonly conformance: ConformanceInput | undefined;
}

/** Identifies a finding without its place, which a mutation can shift. */
export const findingKey = ({ code, message }: Pick<Diagnostic, 'code' | 'message'>): string => `${code} ${message}`;

/** The code of a finding that the unchanged profile does not have. */
async function detectingFinding(
  { contract, profileFile, profileName, bases, knownFindings, memory }: KillInput,
  { text, endpoints }: Mutant,
): Promise<string | undefined> {
  const findings = await checkProfile(
    text,
    profileName,
    contract,
    {},
    {
      bases,
      folder: dirname(profileFile),
      memory,
      only: new Set(endpoints),
    },
  );
  return findings.find((finding) => !knownFindings.has(findingKey(finding)))?.code;
}

const undetected: Detection = { by: undefined, shows: undefined };

/** Stops at the first stage that detects the mutant. */
export async function kill(input: KillInput, mutant: Mutant): Promise<Verdict> {
  const finding = await detectingFinding(input, mutant);
  if (finding !== undefined) return { kind: 'killed', stage: 'check', by: finding };
  const detecting = await detectingCase(input, mutant);
  if (detecting !== undefined) return { kind: 'killed', stage: 'cases', by: detecting };
  const { by, shows } = input.conformance === undefined ? undetected : await detectingCheck(input.conformance, mutant);
  return by === undefined ? { kind: 'survived', shows } : { kind: 'killed', stage: 'conformance', by };
}
