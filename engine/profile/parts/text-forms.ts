/** Which texts of a profile are expressions, and which contain them in {{ }}. Parts are inserted before the profile is validated, so only the path decides. */
import type { Path } from '../../base/place.ts';

/**
 * `expression`: JSONata. `template`: a text with {{ }}. `request`: a value of a request, in which `$part` may be a key and texts are templates. `other`:
 * everything else, also SQL.
 */
export type TextForm = 'expression' | 'template' | 'request' | 'other';

/** Keys whose text is an expression. */
const expressions = new Set(
  'where rows done from lock holds accepted take next cursor more total items wait at'.split(' '),
);
/** Keys with a map from names to expressions. */
const expressionMaps = new Set(['fields', 'take']);
const templates = new Set('get post put patch delete head one refuse fail denied'.split(' '));
const requestValues = new Set(['params', 'headers', 'json', 'form', 'xml']);
/** Keys with a map from names to their own content. */
const named = new Set(['sources', 'facts', 'ids', 'endpoints', 'attach']);
/** Keys with a list of maps from names to their own content. */
const steps = new Set(['prepare', 'write']);
/** Keys below which there is no expression. */
const plainTextKeys = new Set([
  ...['codes', 'absent', 'unavailable', 'ignored', 'decide', 'with', 'out', 'settings', 'parts'],
  // Of `auth`; the fields of their token requests are texts.
  ...['basic', 'bearer', 'clientCredentials', 'password', 'refreshToken', 'jwtBearer', 'oauth1'],
]);

/** The form of the text at a path below `consent`. */
function consentForm([key, name, ...rest]: Path): TextForm {
  if (key !== 'tenants') return 'other';
  const isExpression = rest.length === 0 ? name === 'rows' || name === 'label' : name === 'settings';
  return isExpression ? 'expression' : 'other';
}

/** The form of the text at a path of a profile. */
export function formAt(path: Path): TextForm {
  let isOutcome = false;
  for (let index = 0; index < path.length; index += 1) {
    const key = path[index];
    const rest = path.slice(index + 1);
    if (typeof key === 'number') continue;
    if (key === 'refreshToken' && rest[0] === 'consent') return consentForm(rest.slice(1));
    if (key === undefined || plainTextKeys.has(key)) return 'other';
    if (requestValues.has(key)) return path.at(-1) === '$each' ? 'expression' : 'request';
    if (templates.has(key)) return 'template';
    if (expressionMaps.has(key) && rest.length === 1) return 'expression';
    if (key === 'each' && rest.length === 1) return 'expression';
    if (expressions.has(key) && rest.length === 0) return 'expression';
    if (key === 'when') return isOutcome ? 'expression' : 'other';
    isOutcome ||= key === 'outcomes';
    if (named.has(key) || key === 'each') index += 1;
    else if (steps.has(key)) index += 2;
  }
  return 'other';
}
