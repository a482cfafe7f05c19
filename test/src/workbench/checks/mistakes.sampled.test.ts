/** Checks find mistakes of meaning in a profile whose ERP has discounts, flags, kinds of addresses, quotations and rates, and none in the right profile. */
import { join } from 'node:path';
import { byDepth, oneOfEach, spread } from '../../../support/depth.ts';
import { mistakes } from './lager/mistakes.ts';
import { checkOf, describeMistakes } from './mistaken-profile.ts';

// At night each mistake is found. In the deep run, every fourth check finds one.
const deep = oneOfEach(mistakes, checkOf).filter((_, index) => index % 4 === 0);
const chosen = byDepth({ sample: spread(mistakes, 8), deep, all: mistakes });
describeMistakes(join(import.meta.dirname, 'lager'), chosen);
