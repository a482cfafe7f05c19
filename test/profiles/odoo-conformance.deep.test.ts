/** Odoo with its double, which writes into the tables that the profiles read: the conformance checks pass by JSON-2, and by JSON-RPC on the tables of 16. */
import { it } from 'vitest';
import { isAll } from '../support/depth.ts';
import { providedUrl } from '../support/provided.ts';
import { passesConformance } from './passes-conformance.ts';

const env = { ENGINE_TEST_POSTGRES: providedUrl('postgresUrl') };

/** The cases of the other one run in the deep run. */
const profiles = isAll ? ['odoo', 'odoo-json-rpc'] : ['odoo-json-rpc'];

it.each(profiles)('%s passes the conformance checks', (profile) => passesConformance(profile, env));
