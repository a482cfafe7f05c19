/** The conformance checks of the profile for SAP Business One, with its double. */
import { it } from 'vitest';
import { passesConformance } from './passes-conformance.ts';

it('passes the conformance checks', () => passesConformance('sap-business-one', {}));
