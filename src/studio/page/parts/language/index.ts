/** The language service in the editor of the profile. */
import type { Extension } from '@codemirror/state';
import { profileCompletion } from './completion.ts';
import { profileDefinition } from './definition.ts';
import { profileHover } from './hover.ts';

/** Completion, meanings and definitions. Findings and their cures are shown for every text that has some. */
export const profileLanguage: Extension = [profileCompletion, profileHover, profileDefinition];
