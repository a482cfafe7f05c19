/** All mistakes of meaning in the profile of Lager. */
import { documentMistakes } from './document-mistakes.ts';
import type { Mistake } from './mistake.ts';
import { orderMistakes } from './order-mistakes.ts';
import { priceMistakes } from './price-mistakes.ts';

export const mistakes: readonly Mistake[] = [...priceMistakes, ...orderMistakes, ...documentMistakes];
