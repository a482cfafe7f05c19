import { closest } from '../../diagnostics/did-you-mean.ts';
import type { CompileContext } from '../context/context.ts';
import type { Rule } from './rule.ts';

function textsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Sources and endpoints as they are written, where clocks may be settings. */
function written({ document: { value } }: CompileContext): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return ['sources' in value ? value.sources : undefined, 'endpoints' in value ? value.endpoints : undefined];
}

/** Declared names that an unknown one most likely stands for: it is reported where it is used. */
function misspelt(
  texts: readonly string[],
  pattern: RegExp,
  names: readonly string[],
): readonly (string | undefined)[] {
  const used = texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? ''));
  return [...new Set(used)].filter((name) => !names.includes(name)).map((name) => closest(name, names));
}

/** What is declared is used: a setting or part that nothing uses is most often a leftover, or misspelt where it should be used. */
export const unusedDeclarations: Rule = (context) => {
  const { settings, parts, facts, ids } = context.writtenProfile;
  const texts = textsOf([parts, facts, written(context), ids]);
  // One text is looked through faster than hundreds; nothing that is looked for goes on behind the mark between two of them.
  const all = texts.join('\0');
  const uses = (pattern: RegExp): boolean => pattern.test(all);
  // `$lookup($settings, name)` may use any of them.
  const isOpen = uses(/\$settings(?!\s*\.)/);
  const strayed = [
    ...misspelt(texts, /\$\{(\w+)\}|settings\.(\w+)/g, Object.keys(settings ?? {})),
    ...misspelt(texts, /\{([^{}]+)\}/g, Object.keys(parts ?? {})),
  ];
  for (const name of Object.keys(settings ?? {})) {
    if (isOpen || strayed.includes(name) || uses(new RegExp(`\\$\\{${name}\\}|settings\\s*\\.\\s*\`?${name}\\b`)))
      continue;
    const message = `Nothing uses the setting "${name}".`;
    context.report('MAP205', {
      path: ['settings', name],
      key: true,
      severity: 'warning',
      message,
      hint: 'Take it away, or use it.',
    });
  }
  for (const name of Object.keys(parts ?? {})) {
    if (name === '*' || strayed.includes(name) || all.includes(`{${name}}`)) continue;
    const message = `Nothing uses the part "${name}".`;
    context.report('MAP214', {
      path: ['parts', name],
      key: true,
      severity: 'warning',
      message,
      hint: 'Take it away, or use it.',
    });
  }
};
