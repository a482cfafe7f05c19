/** Refresh tokens of companies: first ones in the store before the start, later ones by `engine auth set` or by a one-time link in a browser. */
import { Secret } from '../../../engine/index.ts';
import { firstToken } from '../../../engine/tools/index.ts';
import type { Store } from '../../../src/service/state/store.ts';
import type { Company } from '../../companies/company.ts';
import type { WebErp } from '../../companies/web-erp.ts';
import { browserSession, vendorUrl } from '../../src/service/connect/browser-session.ts';
import { type CommandPlace, runCommand } from './run-command.ts';

/** Stores a first token of each company. The name is that which `engine auth set` uses for the profile `consent`. */
export async function storeConsents(
  web: WebErp,
  companies: readonly Company[],
  tokens: Store['tokens'],
): Promise<void> {
  for (const company of companies) {
    const name = JSON.stringify([company.name, 'api', `${web.url}/token`, 'app']);
    await tokens?.put(name, firstToken(new Secret(web.consent(company))));
  }
}

/** A new consent of a company, with the command beside the running service. Rejects if it fails. */
export async function renewConsent(web: WebErp, company: Company, place: CommandPlace): Promise<void> {
  await runCommand(place, ['auth', 'set', 'api', '--service', company.name], web.consent(company));
}

/** Attempts of a customer with one link. */
const attempts = 3;

/** The same by a link. `port`: of the listener for consents of a running replica. A customer starts again where a page says so. Rejects if all attempts fail. */
export async function renewByLink(web: WebErp, company: Company, place: CommandPlace, port: number): Promise<void> {
  const made = await runCommand(place, ['auth', 'link', '--service', company.name, '--format', 'json']);
  const { url }: { readonly url: string } = JSON.parse(made);
  const pages: string[] = [];
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const session = browserSession(new URL(url).origin);
    session.use(port);
    const begun = await session.submit(url);
    if (begun.html.includes('This link cannot be used') && pages.length > 0) return;
    if (vendorUrl(begun) !== '') await session.open(web.authorize(company, vendorUrl(begun)));
    const { html } = await session.submit('/connect/continue', { choice: '0' });
    if (html.includes('is connected with')) return;
    pages.push(/<h1>.*/s.exec(html)?.[0] ?? html);
  }
  throw new Error(`The consent of ${company.name} fails with ${pages.join('\n')}`);
}
