/** All mistakes of meaning in the profile of Lager. */

import type { Mistake } from '../mistaken-profile.ts';
import { documentMistakes } from './document-mistakes.ts';
import { orderMistakes } from './order-mistakes.ts';
import { priceMistakes } from './price-mistakes.ts';

export const mistakes: readonly Mistake[] = [...priceMistakes, ...orderMistakes, ...documentMistakes];
