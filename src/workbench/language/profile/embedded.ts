/** Which language a text of a profile is written in. */
import { isMap } from '../../../../engine/host/index.ts';
import type { Path } from '../../../../engine/index.ts';
import { formAt } from '../../../../engine/tools/index.ts';
import { mergedPath } from './merged-path.ts';
import { type ProfileView, valueAt } from './view.ts';

/** `template`: a text with {{ }} or ${ }. */
type TextLanguage = 'sql' | 'expression' | 'template';

const sqlKeys = new Set(['query', 'exec', 'exists']);
const statementKeys = new Set(['currency', 'opening', 'balance', 'entries']);

function isSql(view: ProfileView, path: Path): boolean {
  const last = path.at(-1);
  if (path[0] === 'parts') {
    if (last === 'sql') return true;
    return path.length === 2 && typeof valueAt(view, path) !== 'object';
  }
  if (last === 'probe') return path[0] === 'sources' && path.length === 3 && isMap(valueAt(view, path)) === false;
  if (typeof last === 'string' && sqlKeys.has(last)) return true;
  return typeof last === 'string' && statementKeys.has(last) && path.at(-2) === 'statement';
}

/** The language of the text at a path: of a profile, or of a file with cases. */
export function languageAt(view: ProfileView, path: Path): TextLanguage {
  if (path[0] === 'cases') return path[2] === 'stored' && path[4] === 'query' ? 'sql' : 'template';
  const kind = view.scopeAt(path)?.kind;
  if (kind === 'statement' || isSql(view, path)) return 'sql';
  if (path[0] === 'parts' && path.at(-1) === 'expression') return 'expression';
  return formAt(mergedPath(view.document, path)) === 'expression' ? 'expression' : 'template';
}
