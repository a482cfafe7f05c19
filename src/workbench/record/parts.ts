/**
 * The fixtures of a recording: usually one. Writes over HTTP change the tables that reads see, so that the rows of both can contradict each other: then each
 * has a fixture.
 */
import type { Endpoint } from '../../../engine/index.ts';
import type { CapturedRows } from './rows/captures.ts';
import type { FixtureUse, RecordingTarget } from './target.ts';

/** The captured rows of a session. */
export interface SeenRows {
  /** All rows, also those that writes of the session have added. */
  readonly captured: readonly CapturedRows[];
  /** The rows before the first write; undefined if the session has changed nothing. */
  readonly before: readonly CapturedRows[] | undefined;
}

/** A fixture, and the cases that run on it. */
export interface Part {
  readonly target: RecordingTarget;
  readonly captured: readonly CapturedRows[];
  /** The rows of this part in the tables of the first one: its fixture has no `schema.sql`. */
  readonly sharesTables: boolean;
  /** Whether the calls of an endpoint belong to it. */
  readonly isFor: (endpoint: Endpoint) => boolean;
}

/** The part for writes: `cases/recorded-writes.yaml` with the fixture `cases/recorded-writes/`. */
function targetOfWrites(target: RecordingTarget): RecordingTarget {
  const fixture = `${target.caseFile.replace(/\.yaml$/, '')}-writes`;
  return { ...target, caseFile: `${fixture}.yaml`, fixture };
}

const isWrite = ({ answer }: Endpoint): boolean => answer.kind === 'write';

/** `isDivided`: whether reads and writes have a fixture each. */
export function partsOf(target: RecordingTarget, { captured, before }: SeenRows, isDivided: boolean): readonly Part[] {
  if (!isDivided || before === undefined) return [{ target, captured, sharesTables: false, isFor: () => true }];
  return [
    { target, captured: before, sharesTables: false, isFor: (endpoint) => !isWrite(endpoint) },
    { target: targetOfWrites(target), captured, sharesTables: true, isFor: isWrite },
  ];
}

/** What the fixture of a part uses: see `FixtureUse`. */
export const useOf = ({ sharesTables }: Part, use: FixtureUse): FixtureUse =>
  sharesTables && use === 'recorded' ? 'its tables' : use;
