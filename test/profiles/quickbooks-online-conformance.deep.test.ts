/** The conformance checks of the profile for QuickBooks Online, with its double. */
import { it } from 'vitest';
import { passesConformance } from './passes-conformance.ts';

it('passes the conformance checks', () => passesConformance('quickbooks-online', {}));
