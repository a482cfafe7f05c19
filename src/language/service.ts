/**
 * The language service of profiles: findings, completion, navigation and changes, for any editor. It knows no protocol. Positions count from
 * 0, files are absolute paths.
 */
import { complete } from './completion/complete.ts';
import type { ProfileView } from './profile/view.ts';
import { type PlacedCompletions, placed } from './proposals/item.ts';
import type { Position } from './text/positions.ts';
import { createViews } from './views.ts';
import type { FileFinding } from './workspace/findings.ts';
import { isProfile } from './workspace/is-profile.ts';
import type { LanguagePorts } from './workspace/ports.ts';
import { type CheckedProfile, checkText } from './workspace/profile-state.ts';

export interface LanguageService {
  /** Sets the text of a file that an editor has open. It replaces the file on disk, for all profiles that refer to it. */
  open(file: string, text: string): void;
  /** The editor has closed the file: its text on disk counts again. */
  close(file: string): void;
  /** Whether the file is a profile. */
  isProfile(file: string): boolean;
  /** Open profiles that were read from this file, too: the file itself, and overlays of it. */
  dependents(file: string): readonly string[];
  /** The findings of `engine check`. A finding can be in a base of the profile. */
  check(file: string): Promise<readonly FileFinding[]>;
  /** The proposals at a position. Works in incomplete texts. */
  complete(file: string, position: Position): PlacedCompletions;
}

/** Keeps the texts of open files and the results of checks. */
export function createLanguageService(ports: LanguagePorts): LanguageService {
  const open = new Map<string, string>();
  const checked = new Map<string, CheckedProfile>();
  const views = createViews(ports);
  const textOf = (file: string): string | undefined => open.get(file) ?? ports.read(file);
  const viewOf = (file: string): ProfileView => views.of(file, textOf(file) ?? '', checked.get(file));

  return {
    open(file, text) {
      open.set(file, text);
    },
    close(file) {
      open.delete(file);
      checked.delete(file);
      views.forget(file);
    },
    isProfile(file) {
      const text = textOf(file);
      return text !== undefined && isProfile(file, text);
    },
    dependents: (file) => [...open.keys()].filter((one) => one === file || checked.get(one)?.files.includes(file)),
    async check(file) {
      const result = await checkText(file, textOf(file) ?? '', ports, (other) => open.get(other));
      checked.set(file, result);
      // Keeps the document, for the texts that follow and cannot be read.
      viewOf(file);
      return result.findings;
    },
    complete(file, position) {
      const view = viewOf(file);
      return placed(complete(view, position), view.lines.rangeOf);
    },
  };
}
