/**
 * Literals at the places of a profile whose values are sent to an ERP: headers, query parameters and bodies of requests and of logins. Such a
 * literal may be a secret whatever its key is called.
 */
import { isHarmless, literalOf, masked } from './mask-text.ts';
import { secretWords } from './secret-like.ts';

/** Keys whose values are sent. */
const sent: ReadonlySet<string> = new Set(['headers', 'params', 'json', 'form', 'xml']);
/** Further ones of `auth`. */
const sentByAuth: ReadonlySet<string> = new Set(['headers', 'json', 'form', 'fields', 'claims', 'header']);

/** Headers that describe a request. */
const publicHeader =
  /^(?:accept(?:-[\w-]+)?|content-[\w-]+|prefer|user-agent|x-requested-with|cache-control|idempotency-key|if-(?:none-)?match|odata-[\w-]+|(?:max)?dataserviceversion)$/i;

/**
 * What is hidden of a literal at a position: all of it, only words that look like a secret, or nothing. `path`: the keys from the root of the
 * document.
 */
function hiddenOf(path: readonly string[]): 'all' | 'secret-like' | undefined {
  // `take` contains expressions over a response, `$part` the name of a part.
  if (path.includes('take') || path.at(-1) === '$part') return undefined;
  const owners = path.slice(0, -1);
  const isAuth = path[0] === 'sources' && path[2] === 'auth';
  if (isAuth && owners.slice(3).some((key) => sentByAuth.has(key)))
    return publicHeader.test(path.at(-1) ?? '') ? undefined : 'all';
  if (owners.includes('headers')) return publicHeader.test(path.at(-1) ?? '') ? undefined : 'all';
  return owners.some((key) => sent.has(key)) ? 'secret-like' : undefined;
}

const shortest = 8;

/** The words of a value at such a place that look like a secret, without those that are too short to be recognised in another text. */
export const sentSecrets = (text: string, path: readonly string[]): readonly string[] =>
  hiddenOf(path) === undefined ? [] : secretWords(literalOf(text)).filter(({ length }) => length >= shortest);

/**
 * A text without what is hidden of it; undefined if that is nothing. `text`: as it is shown, such as with its quotes. An asterisk replaces each
 * character.
 */
export function maskSent(text: string, path: readonly string[]): string | undefined {
  const hidden = hiddenOf(path);
  if (hidden === undefined || isHarmless(text)) return undefined;
  if (hidden === 'all') return masked(text);
  const words = secretWords(literalOf(text));
  return words.length === 0 ? undefined : words.reduce((rest, word) => rest.replaceAll(word, masked(word)), text);
}
