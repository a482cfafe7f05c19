/** Deviations that a profile declares: rules across endpoints that its ERP does not follow, or not for all documents. */
import { compileExpression, type Deviation, type Expression } from '../../../../engine/tools/index.ts';
import { type Check, deviationOf } from './check.ts';

export type Deviations = ReadonlyMap<string, Deviation>;

/** Whether a check is run: one that holds in the place of another rule only where a deviation names it. */
export const isDemanded = ({ id, insteadOf }: Check, deviations: Deviations): boolean =>
  insteadOf === undefined || deviations.get(insteadOf)?.instead === deviationOf({ id });

/** The condition of a deviation; undefined where it is not valid JSONata, which `deviationFaults` reports. */
export function conditionOf({ only }: Deviation): Expression | undefined {
  const compiled = only === undefined ? undefined : compileExpression(only);
  return compiled?.ok === true ? compiled.expression : undefined;
}

/** What is wrong with deviations, each as a sentence without its full stop. `checks`: all checks of the contract. */
export function deviationFaults(deviations: Deviations, checks: readonly Check[]): readonly string[] {
  return [...deviations].flatMap(([name, { only, instead }]) => {
    const rules = checks.filter((check) => check.mayDeviate === true && deviationOf(check) === name);
    if (rules.length === 0) return [`there is no rule "${name}" from which an ERP may deviate`];
    const alternatives = checks.flatMap((check) => (check.insteadOf === name ? [deviationOf(check)] : []));
    const compiled = only === undefined ? undefined : compileExpression(only);
    return [
      ...(compiled?.ok === false ? [`\`only\` of "${name}" is no JSONata expression: ${compiled.message}`] : []),
      ...(only !== undefined && rules.every(({ documents }) => documents === undefined)
        ? [`the rule "${name}" is not about single documents, so that its deviation can have no \`only\``]
        : []),
      ...(instead !== undefined && !alternatives.includes(instead)
        ? [
            `no rule "${instead}" can be demanded in the place of "${name}"; possible: ${alternatives.join(', ') || 'none'}`,
          ]
        : []),
    ];
  });
}

/** Parses `rule`, `rule=alternative` or `rule if condition`, or both: `lines=lines-net if currency = "GBP"`. Undefined for another form. */
export function parseDeviation(text: string): readonly [rule: string, deviation: Deviation] | undefined {
  const parts = /^([a-z][a-z-]*)(?:=([a-z][a-z-]*))?(?:\s+if\s+(\S.*))?$/s.exec(text.trim());
  const [, rule, instead, only] = parts ?? [];
  return rule === undefined ? undefined : [rule, { reason: 'by --deviation', only, instead }];
}
