/** Rule: every declared setting and part is used. An unused one is usually a leftover, or misspelt where it should be used. */
import { textsIn } from '../../base/members.ts';
import { closest } from '../../diagnostics/did-you-mean.ts';
import { partsMentionedIn } from '../../profile/parts/mentions-part.ts';
import type { Profile } from '../../profile/schema/index.ts';
import type { PartSpec } from '../../profile/schema/settings.ts';
import type { Rule, RuleContext } from './rule.ts';

/** Sources and endpoints as they are in the file, before settings were filled in. */
function written({ document: { value } }: RuleContext): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return ['sources' in value ? value.sources : undefined, 'endpoints' in value ? value.endpoints : undefined];
}

/** Declared names that an undeclared one probably means. The undeclared one is reported where it is used, so the declared one is not reported as unused. */
function meantBy(texts: readonly string[], pattern: RegExp, names: readonly string[]): readonly (string | undefined)[] {
  const used = texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? ''));
  return [...new Set(used)].filter((name) => !names.includes(name)).map((name) => closest(name, names));
}

/** The parts that each part names. */
function partUses(parts: Profile['parts']): ReadonlyMap<string, readonly string[]> {
  const names = Object.keys(parts ?? {});
  const usedIn = (texts: readonly string[]): readonly string[] => {
    const mentioned = partsMentionedIn(texts);
    return names.filter((name) => mentioned.has(name));
  };
  return new Map(Object.entries(parts ?? {}).map(([name, part]) => [name, usedIn(textsIn(part))]));
}

/** All parts that one of the parts leads to. */
function reached(from: readonly string[], uses: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const usedNames = new Set<string>();
  const open = [...from];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (usedNames.has(name)) continue;
    usedNames.add(name);
    open.push(...(uses.get(name) ?? []));
  }
  return usedNames;
}

/** Whether a part is a named expression or a part of a request, which are inserted before this rule runs. */
const isNamed = (part: PartSpec | undefined): boolean =>
  typeof part === 'object' && !Array.isArray(part) && (part.expression !== undefined || part.request !== undefined);

/** Whether an undeclared name that is used probably means this one. */
type IsMeant = (name: string) => boolean;

/** Compares names only when there is an unused one: that takes longer than the rest of the rule. */
function lazily(meant: () => readonly (string | undefined)[]): IsMeant {
  let names: readonly (string | undefined)[] | undefined;
  return (name) => {
    names ??= meant();
    return names.includes(name);
  };
}

function reportUnusedNamed(context: RuleContext, isMeant: IsMeant): void {
  for (const [name, part] of Object.entries(context.writtenProfile.parts ?? {})) {
    if (!isNamed(part) || context.document.usedParts.has(name) || isMeant(name)) continue;
    context.report('MAP214', {
      path: ['parts', name],
      key: true,
      severity: 'warning',
      message: `Nothing uses the part "${name}".`,
      hint: 'Remove it, or use it.',
    });
  }
}

/** Reports parts that no statement leads to: alone, below other unused parts, or in a circle. */
function checkParts(context: RuleContext, isMeant: IsMeant): void {
  const { parts, facts, ids } = context.writtenProfile;
  reportUnusedNamed(context, isMeant);
  const uses = partUses(parts);
  const statements = partsMentionedIn(textsIn([facts, written(context), ids]));
  const isNamedByStatement = (name: string): boolean => context.document.usedParts.has(name) || statements.has(name);
  const surelyUsed = reached([...uses.keys()].filter(isNamedByStatement), uses);
  const unused = [...uses].filter(([name]) => name !== '*' && !surelyUsed.has(name) && !isNamed(parts?.[name]));
  if (unused.length === 0) return;
  const alsoUsed = reached([...uses.keys()].filter(isMeant), uses);
  for (const [name, references] of unused) {
    if (alsoUsed.has(name)) continue;
    const circle = reached(references, uses).has(name);
    const by = [...uses].filter(([, names]) => names.includes(name)).map(([other]) => `"${other}"`);
    const message = circle
      ? `The part "${name}" refers to itself through ${by.join(' and ')}, and no statement uses it.`
      : by.length > 0
        ? `Only ${by.join(' and ')} uses the part "${name}", and no statement uses ${by.length > 1 ? 'these parts' : 'that part'}.`
        : `Nothing uses the part "${name}".`;
    context.report(circle ? 'MAP212' : 'MAP214', {
      path: ['parts', name],
      key: true,
      severity: 'warning',
      message,
      hint: 'Remove it, or use it.',
    });
  }
}

/** Reports MAP205 for a setting and MAP214 for a part, both as warnings, and MAP212 for an unused part that refers to itself. */
export const unusedDeclarations: Rule = (context) => {
  const { settings, parts, facts, ids } = context.writtenProfile;
  const texts = textsIn([parts, facts, written(context), ids]);
  // Searching one joined text is faster than searching hundreds; no pattern matches across the NUL between two texts.
  const all = texts.join('\0');
  const uses = (pattern: RegExp): boolean => pattern.test(all);
  // `$lookup($settings, name)` may use any of them.
  const usesAny = uses(/\$settings(?!\s*\.)/);
  const isMeant = lazily(() => [
    ...meantBy(texts, /\$\{(\w+)\}|settings\.(\w+)/g, Object.keys(settings ?? {})),
    ...meantBy(texts, /\{([^{}()]+)[(}]/g, Object.keys(parts ?? {})),
  ]);
  for (const name of Object.keys(settings ?? {})) {
    if (usesAny || uses(new RegExp(`\\$\\{${name}\\}|settings\\s*\\.\\s*\`?${name}\\b`)) || isMeant(name)) continue;
    const message = `Nothing uses the setting "${name}".`;
    context.report('MAP205', {
      path: ['settings', name],
      key: true,
      severity: 'warning',
      message,
      hint: 'Remove it, or use it.',
    });
  }
  checkParts(context, isMeant);
};
