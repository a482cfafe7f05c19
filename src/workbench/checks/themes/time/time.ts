/** Time moves: an answer changes with today only where the contract says so. */
import type { Theme } from '../../core/check.ts';
import { customerDays } from './customer-days.ts';
import { movedToday } from './moved-today.ts';
import { periods } from './periods.ts';
import { priceDays } from './price-days.ts';
import { priceQuantities } from './price-quantities.ts';
import { todays } from './today.ts';

/** Checks that only read: answers on another day, periods, and prices with dates or quantities. */
export const timeReads: Theme = () => [...movedToday, ...periods, ...priceDays, priceQuantities, customerDays];

/** The checks that write documents. */
export const timeWrites: Theme = () => todays;
