/**
 * The steps of a consent, without HTTP: a link, the authorization request, the redirect with its code, and the confirmation that stores the token. Each step
 * changes the link only if no other request has changed it since, so that a code is exchanged once and a token is stored once.
 */
import { Secret, SourceError } from '../../../engine/index.ts';
import { type Consent, ConsentRefusal, type Consents, type GrantedTenant } from '../../../engine/tools/index.ts';
import type { Emit } from '../events/events.ts';
import type { ConnectLinks, OpenLink } from '../state/connect-links.ts';
import type { GrantedSettings } from '../state/granted-settings.ts';
import { callbackPath } from './create-link.ts';
import type { Page } from './page.ts';
import { browserDigest, isSameBrowser, type Progress, progressText, randomText, readProgress } from './progress.ts';

/** A service that customers can connect to their ERP. */
export interface ConnectableService {
  /** Undefined if it is the only service. */
  readonly name: string | undefined;
  readonly installation: string;
  /** The log of the service. */
  readonly emit: Emit;
  /** The consents of its profile, with the variables that the operator has set. */
  consents(): Promise<Consents>;
  /** The settings that earlier consents have decided. */
  granted(): Promise<GrantedSettings>;
  /** Opens the profile with the new token, and probes its sources. `reason`: for the operator. */
  verify(): Promise<{ readonly ready: boolean; readonly reason: string | undefined }>;
}

interface FlowOptions {
  readonly links: ConnectLinks;
  /** The services of this moment. */
  readonly services: () => readonly ConnectableService[];
  readonly connectUrl: string;
  readonly emit: Emit;
}

/** The link and the secret of a browser that has begun an attempt, from its cookie. */
export interface BrowserAttempt {
  readonly link: string;
  readonly secret: string;
}

export interface ConnectFlow {
  /** The page of a link. Changes nothing. */
  show(link: string): Promise<Page>;
  /** Begins an attempt. `attempt`: for the cookie; undefined if there is none. */
  begin(link: string): Promise<{ readonly page: Page; readonly attempt?: BrowserAttempt }>;
  /** Exchanges the code of a redirect. Undefined: the customer can confirm. */
  receive(attempt: BrowserAttempt | undefined, parameters: URLSearchParams): Promise<Page | undefined>;
  /** The companies that were granted. Changes nothing. */
  choices(attempt: BrowserAttempt | undefined): Promise<Page>;
  /** Stores the token for one of them, by its position, and verifies the connection. */
  confirm(attempt: BrowserAttempt | undefined, choice: number): Promise<Page>;
}

/** Longest logged name of a company, in characters. */
const longest = 200;
/** Longest duration of an exchange, in milliseconds. */
const exchangeMs = 30_000;

/** A link with its service and its consent. */
interface ResolvedLink {
  readonly link: string;
  readonly open: OpenLink;
  readonly progress: Progress | undefined;
  readonly service: ConnectableService;
  readonly consent: Consent;
}

const invalid: Page = { kind: 'invalid' };
const foreign: Page = { kind: 'failed', reason: 'foreign', link: undefined };

/** Never rejects: a failure is a page. */
export function createConnectFlow({ links, services, connectUrl, emit }: FlowOptions): ConnectFlow {
  const redirectUri = `${connectUrl}${callbackPath}`;

  async function find(link: string): Promise<ResolvedLink | undefined> {
    const open = await links.find(link);
    const service = services().find(({ installation }) => installation === open?.installation);
    if (open === undefined || service === undefined) return undefined;
    const read = await service.consents();
    const consent = read.ok ? read.consents.find(({ source }) => source === open.source) : undefined;
    if (consent === undefined) return undefined;
    return { link, open, progress: readProgress(open.progress), service, consent };
  }

  /** The attempt of this browser, if it is as far as `kind`. */
  async function findAttempt<K extends Progress['kind']>(
    attempt: BrowserAttempt | undefined,
    kind: K,
  ): Promise<(ResolvedLink & { readonly progress: Extract<Progress, { readonly kind: K }> }) | undefined> {
    const resolved = attempt === undefined ? undefined : await find(attempt.link);
    if (attempt === undefined || resolved?.progress === undefined || !isSameBrowser(resolved.progress, attempt.secret))
      return undefined;
    const { progress } = resolved;
    return isKind(progress, kind) ? { ...resolved, progress } : undefined;
  }

  const advance = ({ link, open }: ResolvedLink, progress: Progress): Promise<boolean> =>
    links.advance(link, open, progressText(progress));

  function refused({ service, consent }: ResolvedLink, reason: string): void {
    const { source } = consent;
    service.emit({ level: 'warn', event: 'consent_refused', source, reason });
  }

  /** The page of an error, which is logged. */
  function failure(resolved: ResolvedLink | undefined, error: unknown): Page {
    const link = resolved?.link;
    if (error instanceof ConsentRefusal) {
      if (resolved !== undefined) refused(resolved, error.message);
      return { kind: 'failed', reason: error.kind, link };
    }
    // The store: the customer can try again, or the link is used up and the token stored.
    if (error instanceof SourceError) {
      if (resolved !== undefined) refused(resolved, error.message);
      return { kind: 'failed', reason: 'unavailable', link };
    }
    emit({ level: 'error', event: 'bug', error });
    return { kind: 'failed', reason: 'unavailable', link };
  }

  /** Runs a step. `work` gets a function that names the link of a later error. */
  async function step<T>(
    work: (within: (resolved: ResolvedLink) => void) => Promise<T>,
    failed: (page: Page) => T,
  ): Promise<T> {
    let resolved: ResolvedLink | undefined;
    try {
      return await work((one) => {
        resolved = one;
      });
    } catch (error) {
      return failed(failure(resolved, error));
    }
  }
  const asPage = (page: Page): Page => page;

  return {
    show: (link) =>
      step(async () => {
        const resolved = await find(link);
        return resolved === undefined ? invalid : { kind: 'start', link, ...namesOf(resolved) };
      }, asPage),

    begin: (link) =>
      step(
        async (within) => {
          const resolved = await find(link);
          if (resolved === undefined) return { page: invalid };
          within(resolved);
          const [secret, state, verifier] = [randomText(), randomText(), randomText()];
          const url = await resolved.consent.authorizationUrl({ state, verifier, redirectUri });
          const isBegun = await advance(resolved, { kind: 'begun', browser: browserDigest(secret), state, verifier });
          if (!isBegun) return { page: foreign };
          return { page: { kind: 'vendor', url, ...namesOf(resolved) }, attempt: { link, secret } };
        },
        (page) => ({ page }),
      ),

    receive: (attempt, parameters) =>
      step<Page | undefined>(async (within) => {
        const resolved = await findAttempt(attempt, 'begun');
        if (resolved === undefined) return foreign;
        const { browser, state, verifier } = resolved.progress;
        // A redirect with another state is not this attempt's: it must not end it.
        if (parameters.getAll('state').join() !== state) return { ...foreign, link: resolved.link };
        within(resolved);
        if (!(await advance(resolved, { kind: 'exchanging', browser }))) return foreign;
        const call = { deadline: Date.now() + exchangeMs };
        const attempted = { state, verifier, redirectUri };
        const { token, tenants } = await resolved.consent.exchange(parameters, attempted, call).catch(refusalOf);
        const fixed = { ...(await resolved.service.granted()), ...setVariables(resolved.consent) };
        const possible = tenants.filter(({ variables }) => fits(variables, fixed));
        if (possible.length === 0) {
          const reason = tenants.length === 0 ? 'none' : 'other';
          refused(resolved, reason === 'none' ? noneGranted : otherGranted(tenants));
          return { kind: 'failed', reason, link: resolved.link };
        }
        const open = { ...resolved.open, revision: resolved.open.revision + 1 };
        const granted: Progress = { kind: 'granted', browser, token: token.reveal(), tenants: [...possible] };
        return (await advance({ ...resolved, open }, granted)) ? undefined : foreign;
      }, asPage),

    choices: (attempt) =>
      step(async () => {
        const resolved = await findAttempt(attempt, 'granted');
        if (resolved === undefined) return foreign;
        return { kind: 'choose', labels: resolved.progress.tenants.map(({ label }) => label), ...namesOf(resolved) };
      }, asPage),

    confirm: (attempt, choice) =>
      step(async (within) => {
        const resolved = await findAttempt(attempt, 'granted');
        const tenant = resolved?.progress.tenants[choice];
        if (resolved === undefined || tenant === undefined) return foreign;
        within(resolved);
        const { consent, service, progress, link, open } = resolved;
        const token = new Secret(progress.token);
        const stored = { keptAs: consent.keptAs, token, settings: unsetVariables(consent, tenant) };
        if (!(await links.finish(link, open, stored))) return foreign;
        const { source } = consent;
        service.emit({ level: 'info', event: 'consent_stored', source, company: tenant.label.slice(0, longest) });
        const { ready, reason } = await service.verify().catch((error: unknown) => {
          // The token is stored, and the link is used up: another attempt with it cannot succeed.
          if (error instanceof SourceError) return { ready: false, reason: error.message };
          throw error;
        });
        const level = ready ? 'info' : 'warn';
        const message = ready ? 'The sources answer with the new token.' : `The check failed: ${reason ?? 'no answer'}`;
        service.emit({ level, event: 'consent_checked', source, message });
        return { kind: 'connected', ready, label: tenant.label, ...namesOf(resolved) };
      }, asPage),
  };
}

const isKind = <K extends Progress['kind']>(
  progress: Progress,
  kind: K,
): progress is Extract<Progress, { readonly kind: K }> => progress.kind === kind;

const namesOf = ({
  consent,
  service,
}: ResolvedLink): { readonly title: string; readonly service: string | undefined } => ({
  title: consent.title,
  service: service.name ?? service.installation,
});

/** Rejects with the error of an exchange, one of the vendor as `ConsentRefusal`. */
function refusalOf(error: unknown): never {
  throw error instanceof SourceError ? new ConsentRefusal('failed', error.message) : error;
}

/** The variables that the operator has set: a consent for another company is refused. */
const setVariables = ({ variables }: Consent): GrantedSettings =>
  Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** The settings of a tenant that no variable has. */
const unsetVariables = ({ variables }: Consent, tenant: GrantedTenant): GrantedSettings =>
  Object.fromEntries(Object.entries(tenant.variables).filter(([name]) => variables[name] === undefined));

/** Whether a tenant has the values that are decided already. Writes of an installation must not go to another company. */
const fits = (variables: GrantedSettings, fixed: GrantedSettings): boolean =>
  Object.entries(variables).every(([name, value]) => fixed[name] === undefined || fixed[name] === value);

const noneGranted = 'The customer has granted no company.';
const otherGranted = (tenants: readonly GrantedTenant[]): string =>
  `The customer has granted ${tenants.map(({ label }) => label).join(', ')}, and this service belongs to another company.`;
