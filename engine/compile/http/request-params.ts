/** Compiles the parameters of a request's address and of its form body. */
import type { Path } from '../../base/place.ts';
import { literals as literalForms } from '../../template/literals.ts';
import type { ParamTemplate, TermTemplate } from '../../template/request.ts';
import { onlyHole } from '../../template/text.ts';
import type { CompileContext } from '../context/context.ts';
import { eachAt, treeAt } from './bodies.ts';
import { checkQuotes, type HoleScope, textAt } from './template-text.ts';

/** Compiles one term of a list parameter. */
function termAt(context: CompileContext, path: Path, term: unknown, scope: HoleScope): TermTemplate | undefined {
  if (typeof term === 'object' && term !== null && !Array.isArray(term)) {
    const spec: Readonly<Record<string, unknown>> = { ...term };
    const tree = eachAt(context, path, spec, scope, (at, item, inner) => {
      if (typeof item !== 'string') return treeAt(context, at, item, inner);
      checkQuotes(context, at, item);
      const text = textAt(context, at, item, inner);
      return text && { kind: 'text', text, literals: scope.literals };
    });
    return tree && { kind: 'each', tree };
  }
  const written = String(term);
  checkQuotes(context, path, written);
  const text = textAt(context, path, written, scope);
  return text && { kind: 'one', text };
}

/** Compiles the parameter `name`: a text, or a list of terms. Undefined, and a report, where it cannot be compiled. */
export function paramAt(
  context: CompileContext,
  path: Path,
  name: string,
  value: unknown,
  scope: HoleScope,
): ParamTemplate | undefined {
  const { literals } = scope;
  if (Array.isArray(value) && literals.terms === 'json') {
    const tree = treeAt(context, path, value, scope);
    return tree && { name, kind: 'json', tree };
  }
  if (Array.isArray(value)) {
    const terms = value.map((term: unknown, index) => termAt(context, [...path, index], term, scope));
    const sound = terms.filter((term) => term !== undefined);
    if (sound.length < terms.length) return undefined;
    return { name, kind: 'terms', terms: sound, separator: literals.terms === 'json' ? undefined : literals.terms };
  }
  const written = String(value);
  const text = textAt(context, path, written, scope);
  if (text === undefined) return undefined;
  const isValue = onlyHole(text) !== undefined;
  const literal = literals !== literalForms.plain && (!isValue || literals.expressions?.test(name) === true);
  if (literal) checkQuotes(context, path, written);
  return { name, kind: 'text', text, literal };
}
