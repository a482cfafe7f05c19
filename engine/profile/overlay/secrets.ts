/** A profile as it may be shown: without the values of secrets, wherever somebody wrote them in plain text. */
import { maskSecrets } from '../../diagnostics/mask-secrets.ts';
import { isMap } from './piece.ts';

const hidden = '********';

/** Keys that hold a secret. */
const secretKey = /(?:password|passwd|passphrase|secret|token|bearer|api_?key)$/i;

/** Whether a text only says where its secret comes from: a setting, or the request. */
const isNamed = (text: string): boolean => text.includes('${') || text.includes('{{');

function shownText(text: string, key: string, owner: string): string {
  const isSecret = secretKey.test(key) || (owner === 'apiKey' && key === 'value') || text.includes(' PRIVATE KEY-----');
  return isSecret && !isNamed(text) ? hidden : maskSecrets(text);
}

function shown(value: unknown, key: string, owner: string): unknown {
  if (typeof value === 'string') return shownText(value, key, owner);
  if (Array.isArray(value)) return value.map((item) => shown(item, key, owner));
  // Under `take` names are free, and what stands there is read from an answer.
  if (!isMap(value) || key === 'take') return value;
  const members = Object.entries(value).map(([name, item]) => [name, shown(item, name, key)]);
  // The value of a setting may be a number, too.
  const ofSecret = value.secret === true && value.default !== undefined ? { default: hidden } : {};
  return { ...Object.fromEntries(members), ...ofSecret };
}

/** The value of a profile, with asterisks for what is secret. Settings stand by their names in any case. */
export function withoutSecrets(value: unknown): unknown {
  return shown(value, '', '');
}
