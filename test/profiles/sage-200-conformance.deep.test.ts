/** The conformance checks of the profile for Sage 200, with a double of the API whose postings its queries read. */
import { expect, it } from 'vitest';
import { root, runHere } from '../src/cli/here.ts';
import { providedUrl } from '../support/provided.ts';
import { holdConformance } from './figures.ts';

const env = { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl'), ENGINE_TEST_MSSQL: process.env.MSSQL_URL ?? '' };

it('passes the conformance checks', async () => {
  const { status, out } = await runHere(['test', '--conformance', 'sage-200'], { env, cwd: root });
  expect(out).not.toContain('FAIL');
  expect(status).toBe(0);
  holdConformance('sage-200', out);
});
