/** The language service in the editor of the profile. */
import type { Extension } from '@codemirror/state';
import { profileCompletion } from './completion.ts';
import { profileDefinition } from './definition.ts';
import { profileHover } from './hover.ts';
import { profileReferences } from './references.ts';
import { type EditedFile, profileRename } from './rename.ts';

/** Completion, meanings, definitions, uses and new names. Findings and their cures are shown for every text that has some. */
export const profileLanguage = (file: EditedFile): Extension => [
  ...[profileCompletion, profileHover, profileDefinition, profileReferences],
  profileRename(file),
];
