/** The page of documentation with every rule that the sandbox and the conformance run name. */
import { rules } from './rules.ts';

/** Markdown; ends with a line break. */
export function rulesPage(): string {
  const rows = Object.entries(rules).map(([name, { clause, demands }]) => `| \`${name}\` | ${demands} | ${clause} |`);
  return `# What a service must hold to

Each finding of \`engine sandbox\` carries the name of a rule and its clause. "contract 4.5" is part 4 of the contract, point 5; "ruling" is a
section of [contract.md](contract.md), which says how the contract is to be read where it is silent.

| rule | demands | clause |
|---|---|---|
${rows.join('\n')}
`;
}
