/** What was written is read back, member by member: from the rows of the ERP, and through the endpoints that read. */
import type { Theme } from '../../core/check.ts';
import { writtenBank } from './bank.ts';
import { settledCurrencies } from './currencies.ts';
import { foreignNumber } from './foreign-numbers.ts';
import { listed } from './listed.ts';
import { repeats } from './repeats.ts';
import { stored } from './stored.ts';

/** Checks that each member of a written document is in the ERP and in the lists, for each currency, and once after repeats. */
export const readBack: Theme = () => [...stored, writtenBank, ...listed, settledCurrencies, ...repeats, foreignNumber];
