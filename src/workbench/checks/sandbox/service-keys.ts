/** The address and the keys of a running service that is checked, as a person gives them or as the environment has them. */
import { join } from 'node:path';
import { Secret } from '../../../../engine/index.ts';
import { dotEnvLayer, lookUp } from '../../../service/config/environment.ts';
import type { Host } from '../../../service/lifecycle/host.ts';
import type { PlatformKeys } from '../validation/caller.ts';

/** Why an address cannot be used: a clause without a full stop. Undefined if it can. */
export function addressFault(baseUrl: string): string | undefined {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    return `"${baseUrl}" is not a base URL: it must begin with http:// or https://`;
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return 'the base URL must not have a user, a query or a fragment: the platform does not send them';
  return undefined;
}

/** Keys as a person gives them: one for both apps, or one for each. */
export interface GivenKeys {
  readonly key?: string | undefined;
  readonly orderingKey?: string | undefined;
  readonly receivablesKey?: string | undefined;
}

export type FoundKeys =
  | { readonly ok: true; readonly keys: PlatformKeys }
  /** A clause without a full stop. `isMissing`: no key was given. */
  | { readonly ok: false; readonly reason: string; readonly isMissing: boolean };

/** The given keys; without them those of ENGINE_KEY_ORDERING, ENGINE_KEY_RECEIVABLES and ENGINE_KEY. */
export function platformKeys(
  { key, orderingKey, receivablesKey }: GivenKeys,
  variable: (name: string) => string | undefined,
): FoundKeys {
  const both = key ?? variable('ENGINE_KEY');
  const texts = {
    ordering: orderingKey ?? key ?? variable('ENGINE_KEY_ORDERING') ?? both,
    receivables: receivablesKey ?? key ?? variable('ENGINE_KEY_RECEIVABLES') ?? both,
  };
  const given = Object.values(texts).filter((text) => text !== undefined);
  if (given.length === 0) return { ok: false, isMissing: true, reason: 'an API key is missing' };
  if (!given.every(isKey)) return { ok: false, isMissing: false, reason: keyFault };
  const secretOf = (text: string | undefined): Secret | undefined =>
    text === undefined ? undefined : new Secret(text);
  return { ok: true, keys: { ordering: secretOf(texts.ordering), receivables: secretOf(texts.receivables) } };
}

/** A header cannot contain other characters. */
export const isKey = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

export const keyFault = 'a key is empty, or has characters that a header cannot contain';

/** The value of an environment variable, also from NAME_FILE or an `.env` file, as for the service. `failed` takes a sentence. */
export function environmentValue(
  { env, cwd }: Pick<Host, 'env' | 'cwd'>,
  name: string,
  failed: (message: string) => never,
): string | undefined {
  const environmentLayer = { variables: env, folder: cwd, file: undefined };
  const lookup = lookUp(
    [environmentLayer, dotEnvLayer(join(cwd, '.env'))].filter((layer) => layer !== undefined),
    name,
  );
  if (lookup.kind === 'fault') return failed(`${lookup.diagnostic.message} ${lookup.diagnostic.hint}`);
  return lookup.kind === 'value' ? lookup.variable.value.trim() : undefined;
}

/** The SKU of the platform's sample draft, unless an installation has another one. */
export const usualDemoSku = 'DEMO-SKU';
