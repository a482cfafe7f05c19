/** The conformance checks of the profile on a real Tryton, which its double starts. */
import { describe, it, vi } from 'vitest';
import { passesConformance } from '../../profiles/passes-conformance.ts';
import { providedUrl } from '../../support/provided.ts';
import { hasTryton } from './provided.ts';

vi.setConfig({ testTimeout: 1_800_000 });

describe.skipIf(!hasTryton)('the profile for Tryton', () => {
  it('passes what follows from the contract', () =>
    passesConformance('tryton', { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl') }));
});
