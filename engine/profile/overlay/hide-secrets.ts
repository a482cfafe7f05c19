/** Hides secrets that are written into a profile in plain text, so that it can be shown. */
import { maskSecrets } from '../../diagnostics/mask-secrets.ts';
import { isMap } from './piece.ts';

const hidden = '********';

/** Keys whose values are secret. */
const secretKey = /(?:password|passwd|passphrase|secret|token|bearer|api_?key)$/i;

/** Whether a text refers to a setting or to the request instead of containing the secret. */
const isReference = (text: string): boolean => text.includes('${') || text.includes('{{');

function hideInText(text: string, key: string, owner: string): string {
  const isSecret = secretKey.test(key) || (owner === 'apiKey' && key === 'value') || text.includes(' PRIVATE KEY-----');
  return isSecret && !isReference(text) ? hidden : maskSecrets(text);
}

function hideInValue(value: unknown, key: string, owner: string): unknown {
  if (typeof value === 'string') return hideInText(value, key, owner);
  if (Array.isArray(value)) return value.map((item) => hideInValue(item, key, owner));
  // `take` contains expressions over a response.
  if (!isMap(value) || key === 'take') return value;
  const members = Object.entries(value).map(([name, item]) => [name, hideInValue(item, name, key)]);
  // The default of a secret setting may also be a number.
  const hiddenDefault = value.secret === true && value.default !== undefined ? { default: hidden } : {};
  return { ...Object.fromEntries(members), ...hiddenDefault };
}

/** The value of a profile with asterisks instead of secrets. References to settings are kept. */
export function withoutSecrets(value: unknown): unknown {
  return hideInValue(value, '', '');
}
