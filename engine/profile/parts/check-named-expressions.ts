/** Checks the texts of named expressions, whether anything uses them or not. */
import { syntaxFault } from '../../diagnostics/syntax-fault.ts';
import { compileExpression } from '../../transform/expression.ts';
import { type ExpandedText, expandExpression, type UseFault } from './expand-text.ts';
import { circle, type Expansion, expressionOf, faultOfName, pathOfExpression, report } from './expansion.ts';

/** Reports uses in the text of a named expression that cannot be expanded. What is wrong in another part is reported there. */
function reportUses(to: Expansion, name: string, faults: readonly UseFault[]): void {
  for (const { use, inside = name, circle: isCircle } of faults) {
    if (isCircle ? use.name !== name : inside !== name) continue;
    const fault = isCircle
      ? { ...circle, message: `The part "${name}" contains itself.` }
      : faultOfName(to, use.name, 'expression');
    if (fault === undefined || fault === 'follow-up') continue;
    // A wrong part does not count as unused as well.
    to.used.add(name);
    report(to, to.document.place(pathOfExpression(inside), 'value', use), fault);
  }
}

/** Reports an expression that JSONata cannot parse; whether it can. */
function isSyntaxCorrect(to: Expansion, name: string, { text, origins }: ExpandedText): boolean {
  const compiled = compileExpression(text);
  if (compiled.ok) return true;
  const at = origins[Math.min(compiled.offset, origins.length - 1)];
  // What is wrong in another part is reported there.
  if (at?.part !== undefined && at.part !== name) return false;
  to.used.add(name);
  const range = { offset: at?.offset ?? 0, length: 1 };
  report(to, to.document.place(pathOfExpression(name), 'value', range), syntaxFault(compiled.message));
  return false;
}

/** Reports what is wrong in the text of each named expression: names of parts, circles, syntax. Returns the names of the wrong ones. */
export function checkNamedExpressions(to: Expansion): ReadonlySet<string> {
  const names = Object.keys(to.parts).filter((name) => {
    const text = expressionOf(to, name);
    if (text === undefined) return false;
    const faults: UseFault[] = [];
    const expanded = expandExpression(text, (other) => expressionOf(to, other), faults, name);
    reportUses(to, name, faults);
    return faults.length > 0 || !isSyntaxCorrect(to, name, expanded);
  });
  return new Set(names);
}
