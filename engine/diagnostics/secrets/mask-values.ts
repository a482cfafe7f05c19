/** Masks the secrets in the values of a profile. References to settings are kept. */
import { isMap } from '../../base/members.ts';
import { isHarmless, isPrivateKey, maskedInside, secretsInside } from './mask-text.ts';
import { isSecretPosition, memberOf, type Position } from './names.ts';
import { maskSent, sentSecrets } from './sent-literals.ts';

const hidden = '********';

const scalarText = (value: unknown): string => (typeof value === 'object' ? '' : String(value));

function walk(value: unknown, position: Position, visit: (text: string, position: Position) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => walk(item, position, visit));
  if (isMap(value)) {
    const owner = new Map(Object.entries(value).map(([name, item]) => [name, scalarText(item)]));
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, walk(item, memberOf(position, name, owner), visit)]),
    );
  }
  if (value === null || value === undefined || value instanceof RegExp) return value;
  const shown = visit(String(value), position);
  return shown === undefined ? value : shown;
}

const isSecret = (text: string, position: Position): boolean =>
  (isSecretPosition(position) || isPrivateKey(text)) && !isHarmless(text);

/** The value of a document with asterisks instead of secrets. */
export function withoutSecrets(value: unknown): unknown {
  return walk(value, { path: [], isDefault: false }, (text, position) => {
    if (isSecret(text, position)) return hidden;
    return maskSent(text, position.path) ?? (secretsInside(text).length > 0 ? maskedInside(text) : undefined);
  });
}

/** The secrets that are written into a value of a profile. `path`: where the value is. */
export function secretsIn(value: unknown, path: readonly string[]): readonly string[] {
  const secretValues: string[] = [];
  walk(value, { path, isDefault: false }, (text, position) => {
    const inside = (): readonly string[] => [...secretsInside(text), ...sentSecrets(text, position.path)];
    secretValues.push(...(isSecret(text, position) ? [text] : inside()));
    return undefined;
  });
  return secretValues;
}
