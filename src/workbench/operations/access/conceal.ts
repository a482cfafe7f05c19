/** Hides secrets in everything that is sent to the page. */
import { databaseKinds } from '../../../../engine/index.ts';
import { concealer, maskSource } from '../../../../engine/tools/index.ts';

export type Conceal = (text: string) => string;

/** Words of the language. A development database often has its own name as password, and the profile could not be shown without it. */
const words: ReadonlySet<string> = new Set(
  databaseKinds.flatMap(({ name, connection }) => [name, ...connection.schemes]),
);

/** An address without a user and a query. The masks of messages hide it where a name such as `token_url` suggests a secret. */
function isPlainAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password + url.search === '';
}

/** `secrets`: values of secret settings. `profileText`: a profile in which secrets may be written. */
export function concealSecrets(secrets: readonly string[], profileText: string): Conceal {
  const written = maskSource(profileText).secrets.filter((text) => !isPlainAddress(text));
  const all = [...new Set([...secrets, ...written])].filter((secret) => !words.has(secret));
  return concealer(() => all);
}

/** JSON in which every text is concealed. Numbers and structure stay as they are. */
export const concealedJson = (value: unknown, conceal: Conceal): string =>
  JSON.stringify(value, (_key, member: unknown) => (typeof member === 'string' ? conceal(member) : member));
