/** Settings that the consent of a customer has decided, such as the tenant of an ERP. They are stored like tokens, by installation. */
import { type KeptToken, Secret, SourceError, type TokenStore } from '../../../engine/index.ts';
import type { Variables } from '../config/environment.ts';

/** Values by environment variable. */
export type GrantedSettings = Readonly<Record<string, string>>;

/** The name of an installation's settings among the tokens of the store. */
export const grantedName = (installation: string): string => JSON.stringify(['granted settings', installation]);

/** The stored form. */
export const grantedText = (settings: GrantedSettings): Secret => new Secret(JSON.stringify(settings));

/** Reads the stored form; nothing from an absent one. */
export function parseGranted(kept: Pick<KeptToken, 'value'> | undefined): GrantedSettings {
  if (kept === undefined) return {};
  const value: unknown = JSON.parse(kept.value.reveal());
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** The settings of an installation. None if there is no store of tokens, or it cannot be read: the service then waits for them. */
export async function readGranted(
  tokens: Pick<TokenStore, 'read'> | undefined,
  installation: string | undefined,
): Promise<GrantedSettings> {
  if (tokens === undefined || installation === undefined) return {};
  try {
    return parseGranted(await tokens.read(grantedName(installation)));
  } catch (error) {
    if (error instanceof SourceError) return {};
    throw error;
  }
}

/** The environment with the granted settings. A variable that the operator has set takes precedence. */
export function withGranted(environment: Variables, granted: GrantedSettings): Variables {
  const missing = Object.entries(granted).filter(([name]) => !environment[name]);
  if (missing.length === 0) return environment;
  // The environment has getters, which read files.
  return Object.defineProperties(
    {},
    {
      ...Object.getOwnPropertyDescriptors(environment),
      ...Object.getOwnPropertyDescriptors(Object.fromEntries(missing)),
    },
  );
}
