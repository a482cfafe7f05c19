/** First refresh tokens of companies: all of them in the store before the start, later ones by `engine auth set`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { Secret } from '../../../engine/index.ts';
import { firstToken } from '../../../engine/tools/index.ts';
import { openStore } from '../../../src/service/state/store.ts';
import type { Company } from '../../companies/company.ts';
import type { WebErp } from '../../companies/web-erp.ts';
import { addressOf } from '../../src/service/state/address-of.ts';

/** Stores a first token of each company. The name is that which `engine auth set` uses for the profile `consent`. */
export async function storeConsents(
  web: WebErp,
  companies: readonly Company[],
  store: { readonly url: string; readonly key: string },
): Promise<void> {
  const opened = await openStore({
    address: addressOf(store.url),
    key: new Secret(store.key),
    emit: () => undefined,
    now: Date.now,
  });
  if (!opened.ok) throw new Error(opened.diagnostic.message);
  const { tokens, close } = opened.store;
  for (const company of companies) {
    const name = JSON.stringify([company.name, 'api', `${web.url}/token`, 'app']);
    await tokens?.put(name, firstToken(new Secret(web.consent(company))));
  }
  await close();
}

/** A new consent of a company, with the command beside the running service. Rejects if it fails. */
export async function renewConsent(
  web: WebErp,
  company: Company,
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const entry = join(import.meta.dirname, '../../../dist/program/entry.js');
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [entry, 'auth', 'set', 'api', '--service', company.name], {
    cwd: dirname(file),
    env: { PATH, HOME, ...environment },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdin.end(web.consent(company));
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`engine auth set of ${company.name} ended with ${status}: ${errors}`);
}
