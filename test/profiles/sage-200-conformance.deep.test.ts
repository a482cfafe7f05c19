/** The conformance checks of the profile for Sage 200, with a double of the API whose postings its queries read. */
import { it } from 'vitest';
import { providedUrl } from '../support/provided.ts';
import { passesConformance } from './passes-conformance.ts';

const env = { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl'), ENGINE_TEST_MSSQL: process.env.MSSQL_URL ?? '' };

it('passes the conformance checks', () => passesConformance('sage-200', env));
