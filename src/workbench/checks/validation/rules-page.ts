/** The page of documentation with every rule that the sandbox and the conformance run name. */
import { rules } from './rules.ts';

/** Markdown; ends with a line break. */
export function rulesPage(): string {
  const rows = Object.entries(rules).map(([name, { clause, demands }]) => `| \`${name}\` | ${demands} | ${clause} |`);
  return `# Rules for answers and errors

Each finding of \`engine sandbox\` names a rule and its clause. "contract 4.5" is part 4 of the contract, point 5; "ruling" is a
section of [contract.md](contract.md), which interprets the contract where it is silent.

| rule | demands | clause |
|---|---|---|
${rows.join('\n')}
`;
}
