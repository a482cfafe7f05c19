/** The request template of a profile, and its rendering with the values of a call. */
import { jsonText } from '../base/exact-number.ts';
import type { HttpBody, HttpMethod } from '../sources/http-source.ts';
import { headerValue, optionName, percent } from './encode.ts';
import { rendered } from './evaluation.ts';
import type { Literals } from './literals.ts';
import { type PathTemplate, renderPath } from './path.ts';
import { atomsOf, type HoleScope, onlyHole, type RequestScope, renderText, type TextTemplate } from './text.ts';
import { renderTree, type TreeTemplate } from './tree.ts';
import { plainText } from './value.ts';
import { xmlOf } from './xml.ts';

export type ParamTemplate = { readonly name: string } & (
  | { readonly kind: 'text'; readonly text: TextTemplate; readonly literal: boolean }
  /** Terms that are joined, or the values of a repeated parameter. */
  | { readonly kind: 'terms'; readonly terms: readonly TermTemplate[]; readonly separator: string | undefined }
  /** JSON in a query parameter. */
  | { readonly kind: 'json'; readonly tree: TreeTemplate }
);

export type TermTemplate =
  | { readonly kind: 'one'; readonly text: TextTemplate }
  /** One term for each item of a list. */
  | { readonly kind: 'each'; readonly tree: TreeTemplate };

export type BodyTemplate =
  | { readonly kind: 'json' | 'xml'; readonly tree: TreeTemplate }
  | { readonly kind: 'form'; readonly params: readonly ParamTemplate[] };

export interface RequestTemplate {
  readonly method: HttpMethod;
  readonly path: PathTemplate;
  readonly params: readonly ParamTemplate[];
  readonly headers: readonly (readonly [string, TextTemplate])[];
  readonly body: BodyTemplate | undefined;
  readonly literals: Literals;
}

/** A rendered request. The caller decides its possible effect on the ERP. */
export interface RenderedRequest {
  readonly method: HttpMethod;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: HttpBody | undefined;
}

/** The texts of a parameter; none if it is omitted. */
function paramValues(param: ParamTemplate, literals: Literals, scope: HoleScope): readonly string[] {
  const write = param.kind === 'text' && !param.literal ? plainText : literals.write;
  switch (param.kind) {
    case 'text': {
      const text = renderText(param.text, scope, write);
      return text === undefined ? [] : [text];
    }
    case 'json': {
      const tree = renderTree(param.tree, scope);
      return tree === undefined ? [] : [jsonText(tree)];
    }
    case 'terms': {
      const texts: string[] = [];
      for (const term of param.terms) texts.push(...termTexts(term, literals, scope, param.separator !== undefined));
      return param.separator === undefined || texts.length === 0 ? texts : [texts.join(param.separator)];
    }
  }
}

function termTexts(term: TermTemplate, literals: Literals, scope: HoleScope, joined: boolean): readonly string[] {
  if (term.kind === 'each') {
    const tree = renderTree(term.tree, scope);
    return Array.isArray(tree) ? tree.filter((item) => typeof item === 'string') : [];
  }
  const only = onlyHole(term.text);
  // Values of a repeated parameter: one for each item of a list.
  if (!joined && only !== undefined) return (atomsOf(only, scope) ?? []).map(plainText);
  const text = renderText(term.text, scope, joined ? literals.write : plainText);
  return text === undefined ? [] : [text];
}

function pairs(params: readonly ParamTemplate[], literals: Literals, scope: HoleScope): string {
  const written: string[] = [];
  for (const param of params) {
    for (const value of paramValues(param, literals, scope)) {
      written.push(`${optionName(param.name)}=${percent(value)}`);
    }
  }
  return written.join('&');
}

function bodyOf(body: BodyTemplate, literals: Literals, scope: HoleScope): HttpBody {
  switch (body.kind) {
    case 'form':
      return { type: 'application/x-www-form-urlencoded', text: pairs(body.params, literals, scope) };
    case 'json':
      return { type: 'application/json', text: jsonText(renderTree(body.tree, scope) ?? {}) };
    case 'xml':
      return { type: 'application/xml', text: xmlOf(renderTree(body.tree, scope) ?? {}) };
  }
}

/**
 * Renders a request; a promise only where the interpreter evaluates an expression. Throws or rejects with `UnfitValue` if a value cannot be written into its
 * part.
 */
export function renderRequest(
  template: RequestTemplate,
  scope: RequestScope,
): RenderedRequest | Promise<RenderedRequest> {
  return rendered((evaluation) => renderedWith(template, { ...scope, evaluation }));
}

function renderedWith(template: RequestTemplate, scope: HoleScope): RenderedRequest {
  const { method, literals } = template;
  const path = renderPath(template.path, literals, scope);
  const query = pairs(template.params, literals, scope);
  const headers: Record<string, string> = {};
  for (const [name, text] of template.headers) {
    const value = renderText(text, scope, plainText);
    if (value !== undefined) headers[name] = headerValue(value);
  }
  const body = template.body && bodyOf(template.body, literals, scope);
  return { method, target: query === '' ? path : `${path}?${query}`, headers, body };
}
