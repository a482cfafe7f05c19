/** Checks find mistakes of meaning in a profile whose ERP has discounts, flags, kinds of addresses, quotations and rates, and none in the right profile. */
import { join } from 'node:path';
import { byDepth, oneOfEach, spread } from '../../../support/depth.ts';
import { mistakes } from './lager/mistakes.ts';
import { checkOf, describeMistakes } from './mistaken-profile.ts';

// In the deep run each check finds one mistake.
const chosen = byDepth({ sample: spread(mistakes, 8), deep: oneOfEach(mistakes, checkOf), all: mistakes });
describeMistakes(join(import.meta.dirname, 'lager'), chosen);
