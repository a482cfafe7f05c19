/** Rules about the values of settings. They are not part of a compilation, which companies with other values share. */
import { baseAddresses } from './base-addresses.ts';
import type { Rule } from './rule.ts';

export const settingRules: readonly Rule[] = [baseAddresses];
