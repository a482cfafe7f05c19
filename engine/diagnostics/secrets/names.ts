/** Which keys, headers and places of a profile hold secrets. */

import { editDistance } from '../../base/edit-distance.ts';
import { ownMember } from '../../base/members.ts';

/** Part of a regular expression: a name that says that its value is secret. */
export const secretName = String.raw`\w*(?:pass|pasw|pwd|secret|token|bearer|api_?key|credential|private_?key)\w*`;

const wholeName = new RegExp(`^${secretName}$`, 'iu');

/** Names that are recognised although they are misspelt, and how many letters may differ. */
const misspelt: readonly (readonly [string, number])[] = [
  ['password', 2],
  ['passphrase', 2],
  ['secret', 1],
  ['token', 1],
  ['apikey', 1],
];

function isMisspelt(name: string): boolean {
  const words = [name, ...name.split(/[_\W]+|(?<=[a-z])(?=[A-Z])/)].map((word) => word.toLowerCase());
  return words.some((word) => misspelt.some(([secretWord, most]) => editDistance(word, secretWord) <= most));
}

/** Whether a key has a secret name, also a misspelt one, so that its value must not be shown. */
const isSecretKey = (name: string): boolean => wholeName.test(name) || isMisspelt(name);

/** Part of a regular expression: headers that carry credentials. An idempotency key is none. */
export const credentialHeader = String.raw`(?!idempotency-key\b)(?:[\w-]*authorization|(?:set-)?cookie|[\w]+-(?:[\w-]*-)?(?:key|token|secret|auth|signature|session|password)(?:-\w+)?)`;

const certainHeader = new RegExp(`^${credentialHeader}$`, 'i');
const wholeHeader = new RegExp(String.raw`^(?:${credentialHeader}|[\w-]*(?:auth|key|session|signature)[\w-]*)$`, 'i');

/** Whether a header carries credentials, such as Authorization, Cookie, X-Api-Key and DOLAPIKEY. */
const isSecretHeader = (name: string): boolean =>
  isSecretKey(name) || (wholeHeader.test(name) && name.toLowerCase() !== 'idempotency-key');

/** Part of a regular expression: query parameters that carry credentials. */
export const credentialParameter = String.raw`(?:${secretName}|[\w.-]*key|sig|signature|auth|code|[\w-]*-(?:key|token))`;

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
/** Keys of `connection` and `auth` that hold no secret. Any other key there may be the misspelt key of one. */
const publicKeys: Readonly<Record<string, ReadonlySet<string>>> = {
  connection: words(
    'host server instance port database schema file create url user username domain ssl tls encrypt trustServerCertificate serverName charset socketPath options',
  ),
  auth: words(
    'basic user username bearer apiKey header query value clientCredentials password refreshToken jwtBearer oauth1 session csrf url scope audience fields body client secretIn assertion algorithm keyId issuer subject lifetime claims earliest consumerKey realm method login logout get post put delete head headers json form accepted take send idle maxAge ask initial consent issuer tenants rows label settings params',
  ),
};
/** Parts of `auth` whose keys the ERP defines. */
const foreign = words('headers json form fields claims header take params settings');

/** Whether a key of the path is not a known public one of `connection` or `auth`. */
function isUnknownCredential(path: readonly string[]): boolean {
  if (path[0] !== 'sources') return false;
  const publicNames = ownMember(publicKeys, path[2] ?? '');
  const inner = path.slice(3);
  return (
    publicNames !== undefined &&
    inner.some((name) => !publicNames.has(name)) &&
    !inner.some((name) => foreign.has(name))
  );
}

/** The keys from the root of a document to a value; items of a list have the path of their list. */
export interface Position {
  readonly path: readonly string[];
  /** The value belongs to `default` of a secret setting. */
  readonly isDefault: boolean;
}

/** Whether the value at a position is a secret as a whole, unless it refers to a setting. */
export function isSecretPosition({ path, isDefault }: Position): boolean {
  // `take` contains expressions over a response.
  if (path.includes('take')) return false;
  const [key = '', owner = ''] = [path.at(-1), path.at(-2)];
  return (
    isDefault ||
    (path.length === 3 && path[0] === 'settings' && key === 'default' && isSecretKey(owner)) ||
    isSecretKey(key) ||
    certainHeader.test(key) ||
    (path.slice(0, -1).includes('headers') && isSecretHeader(key)) ||
    (owner === 'apiKey' && key === 'value') ||
    ((owner === 'tls' || owner === 'assertion') && key === 'key') ||
    isUnknownCredential(path)
  );
}

/** The position of a member. `owner`: the scalars of its map, to recognise a secret setting. */
export function memberOf({ path, isDefault }: Position, key: string, owner: ReadonlyMap<string, string>): Position {
  const isSecretSetting = [...owner].some(
    ([name, value]) => /^true$/i.test(value) && editDistance(name, 'secret') <= 2,
  );
  return { path: [...path, key], isDefault: isDefault || (key === 'default' && isSecretSetting) };
}
