import { it } from 'vitest';
import { providedUrl } from '../support/provided.ts';
import { passesConformance } from './passes-conformance.ts';

it('passes the conformance checks', () =>
  passesConformance('kivitendo', { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl') }));
