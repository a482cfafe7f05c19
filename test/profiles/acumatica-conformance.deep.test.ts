/** The conformance checks of the profile for Acumatica, with its double. */
import { it } from 'vitest';
import { passesConformance } from './passes-conformance.ts';

it('passes the conformance checks', () => passesConformance('acumatica', {}));
