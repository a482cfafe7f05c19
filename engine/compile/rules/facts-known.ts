/** Rule: every fact has something to read and is used, every `when` names a declared fact, and every variant can be chosen. */
import type { Path } from '../../base/place.ts';
import { suggestion } from '../../diagnostics/did-you-mean.ts';
import { mentionsPart } from '../../profile/parts/mentions-part.ts';
import { verbs } from '../../profile/schema/http.ts';
import type { FactSpec, PartSpec, Profile } from '../../profile/schema/index.ts';
import { variantsOf } from '../../profile/schema/settings.ts';
import type { Rule, RuleContext } from './rule.ts';

interface Condition {
  readonly path: Path;
  readonly when: string;
}

/** The path of the variants of a part. */
const variantsPath = (name: string, part: PartSpec): Path =>
  Array.isArray(part) ? ['parts', name] : ['parts', name, 'sql'];

type WithBranches = Pick<Profile['endpoints'][string], 'first' | 'union'>;

function branchConditions(path: Path, spec: WithBranches | undefined): readonly Condition[] {
  return (['first', 'union'] as const).flatMap((kind) =>
    (spec?.[kind] ?? []).flatMap(({ when }, index) =>
      when === undefined ? [] : [{ path: [...path, kind, index, 'when'], when }],
    ),
  );
}

/** Every `when` of a profile with its path. */
function conditions({ parts, endpoints }: Profile): readonly Condition[] {
  const partConditions = Object.entries(parts ?? {}).flatMap(([name, part]) =>
    (variantsOf(part) ?? []).flatMap(({ when }, index) =>
      when === undefined ? [] : [{ path: [...variantsPath(name, part), index, 'when'], when }],
    ),
  );
  const endpointConditions = Object.entries(endpoints).flatMap(([endpoint, spec]) => {
    const path: Path = ['endpoints', endpoint];
    const { unavailable, absent = {} } = spec;
    const steps = (['prepare', 'write'] as const).flatMap((kind) =>
      (spec[kind] ?? []).flatMap((item, index) =>
        Object.entries(item).flatMap(([name, step]) => {
          const at: Path = [...path, kind, index, name];
          const stepCondition = step.when === undefined ? [] : [{ path: [...at, 'when'], when: step.when }];
          return 'exec' in step ? stepCondition : [...stepCondition, ...branchConditions(at, step)];
        }),
      ),
    );
    return [
      ...(typeof unavailable === 'object' ? [{ path: [...path, 'unavailable', 'when'], when: unavailable.when }] : []),
      ...Object.entries(absent).flatMap(([field, why]) =>
        typeof why === 'string' ? [] : [{ path: [...path, 'absent', field, 'when'], when: why.when }],
      ),
      ...branchConditions(path, spec),
      ...(typeof spec.find === 'object' ? branchConditions([...path, 'find'], spec.find) : []),
      ...(['currency', 'entries', 'opening', 'balance'] as const).flatMap((name) => {
        const read = spec.statement?.[name];
        return typeof read === 'string' ? [] : branchConditions([...path, 'statement', name], read);
      }),
      ...steps,
    ];
  });
  return [...partConditions, ...endpointConditions];
}

/** A part is one thing. */
function checkForm(context: RuleContext, name: string, part: Readonly<Record<string, unknown>>): void {
  const [first, second] = Object.keys(part).filter((key) => key !== 'with' || part.sql === undefined);
  if (first !== undefined && first !== 'with' && second === undefined) return;
  context.report('MAP105', {
    path: second === undefined ? ['parts', name] : ['parts', name, second],
    key: true,
    message:
      second === undefined
        ? first === undefined
          ? `The part "${name}" is empty.`
          : `The part "${name}" has parameters and no SQL that uses them.`
        : `The part "${name}" has both \`${first}\` and \`${second}\`.`,
    hint:
      second !== undefined
        ? 'Keep one.'
        : first === undefined
          ? 'Write SQL, or `table`, `expression` or `request`.'
          : 'Add `sql`, in which {name} is the argument.',
  });
}

function checkVariants(context: RuleContext): void {
  for (const [name, part] of Object.entries(context.writtenProfile.parts ?? {})) {
    if (typeof part === 'string') continue;
    if (!Array.isArray(part)) checkForm(context, name, part);
    const variants = variantsOf(part) ?? [];
    for (const [index, { when, sql, table }] of variants.entries()) {
      const path: Path = [...variantsPath(name, part), index];
      if ((sql === undefined) === (table === undefined)) {
        const message = 'A variant of a part has either `sql` or `table`.';
        context.report('MAP105', { path, message, hint: sql === undefined ? 'Write one of them.' : 'Keep one.' });
      }
      if (when === undefined && index < variants.length - 1) {
        const message = 'This variant has no `when`, so the variants after it are never chosen.';
        context.report('MAP119', { path, message, hint: 'Put it last, or add a `when`.' });
      }
    }
  }
}

/** A fact that is read over HTTP has no keys for databases. */
function checkRequestedFact(context: RuleContext, path: Path, fact: FactSpec): void {
  for (const key of ['table', 'columns', 'query'] as const) {
    if (fact[key] === undefined) continue;
    const message = `A fact is read either by a request or by \`${key}\`, not by both.`;
    context.report('MAP105', { path: [...path, key], key: true, message, hint: 'Keep one.' });
  }
}

/** Reports MAP245 (unknown fact), MAP246 (unused one, a warning), MAP247 and MAP248 (its test), MAP105 and MAP119 (variants). */
export const factsKnown: Rule = (context) => {
  const facts = context.writtenProfile.facts ?? {};
  const names = Object.keys(facts);
  const all = conditions(context.writtenProfile);
  for (const { path, when } of all) {
    const name = when.replace(/^not /, '');
    if (names.includes(name)) continue;
    const cure =
      names.length === 0
        ? { hint: 'Declare it under `facts`.' }
        : suggestion(name, names, (near) => (when === name ? near : `not ${near}`));
    context.report('MAP245', { path, message: `There is no fact "${name}".`, ...cure });
  }
  for (const [name, fact] of Object.entries(facts)) {
    const path: Path = ['facts', name];
    const isUsed = all.some(({ when }) => when.replace(/^not /, '') === name);
    if (!isUsed && fact.else === undefined) {
      const message = `Nothing uses the fact "${name}".`;
      context.report('MAP246', {
        path,
        key: true,
        severity: 'warning',
        message,
        hint: 'Remove it, or use it in a `when`.',
      });
    }
    const isRequest = verbs.some((verb) => fact[verb] !== undefined);
    if (isRequest) {
      checkRequestedFact(context, path, fact);
    } else if (fact.table === undefined && (fact.query === undefined || fact.columns !== undefined)) {
      const message =
        fact.columns === undefined
          ? 'This fact has nothing to read.'
          : 'The fact does not say which table has these columns.';
      const hint =
        fact.columns === undefined ? 'Give it a `table`, a `query`, or a request such as `get`.' : 'Add `table`.';
      context.report('MAP247', { path, key: true, message, hint });
    }
    const variable = Object.entries(context.writtenProfile.parts ?? {}).filter(
      ([, part]) => variantsOf(part) !== undefined,
    );
    for (const [part] of variable.filter(([part]) => mentionsPart(fact.query ?? '', part))) {
      const message = `The part "${part}" has variants that are chosen by facts, so a fact cannot use it.`;
      context.report('MAP248', { path: [...path, 'query'], message, hint: 'Write its SQL here instead.' });
    }
  }
  checkVariants(context);
};
