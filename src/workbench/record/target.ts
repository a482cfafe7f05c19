/** Where the files of a recording belong, and which fixture its cases use. */
import { join } from 'node:path';

export interface RecordingTarget {
  readonly writtenBy: 'engine record' | 'engine studio';
  /** Path of the file of cases, below the folder of the profile. */
  readonly caseFile: string;
  /** Path of the folder with the rows. */
  readonly fixture: string;
  /** Folders of the profile and its bases, whose fixture the cases may use. Empty: the recording has all tables and rows itself. */
  readonly existing: readonly string[];
}

/** A folder of its own, with a profile, a fixture and cases. */
export const wholeFolder: RecordingTarget = {
  ...{ writtenBy: 'engine record', caseFile: 'cases/recorded.yaml', fixture: 'fixture', existing: [] },
};

/**
 * The rows that cases run on: those of the profile's fixture as they are; the recorded rows in the tables of that fixture; or recorded rows in tables that
 * are created as the catalogue of the ERP describes them.
 */
export type FixtureUse = 'as it is' | 'its tables' | 'recorded';

/** What a target permits, in the order in which it is tried: as few new files as possible. */
export const fixtureUses = ({ existing }: RecordingTarget): readonly [FixtureUse, ...FixtureUse[]] =>
  existing.length === 0 ? ['recorded'] : ['as it is', 'its tables', 'recorded'];

/** The fixture as a run of cases takes it. `folder`: where the files of the recording are for the replay. */
export function fixturePlace(
  { existing, fixture }: RecordingTarget,
  use: FixtureUse,
  folder: string,
): { readonly folders: readonly string[]; readonly ownFixture: string | undefined } {
  return {
    folders: use === 'recorded' ? [folder] : existing,
    ownFixture: use === 'as it is' ? undefined : join(folder, fixture),
  };
}
