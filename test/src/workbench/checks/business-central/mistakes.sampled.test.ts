/** Checks find mistakes of meaning in the profile for Business Central over its double, and none in the profile as it ships. */
import { join } from 'node:path';
import { byDepth } from '../../../../support/depth.ts';
import { root } from '../../../cli/here.ts';
import { describeMistakes } from '../mistaken-profile.ts';
import { businessCentralMistakes as mistakes } from './mistakes.ts';

// The other checks have mistakes in the small ERP, so that these run at night only.
const chosen = byDepth({ sample: mistakes.slice(0, 1), deep: mistakes.slice(0, 3), all: mistakes });
describeMistakes(join(root, 'profiles', 'business-central'), chosen);
