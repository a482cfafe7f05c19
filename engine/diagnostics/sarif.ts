/** Renders diagnostics as SARIF 2.1.0 (OASIS, sarif-v2.1.0), which code hosts display in reviews. */
import { codes } from './codes.ts';
import type { Diagnostic } from './diagnostic.ts';
import { sortDiagnostics } from './render.ts';

function physical({ file, line, column, length }: NonNullable<Diagnostic['place']>): object {
  // The path is relative to the working directory. It is a URI reference (3.4.3), so it uses slashes on Windows as well.
  const uri = file.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
  const region = { startLine: line, startColumn: column, endColumn: column + length };
  return { physicalLocation: { artifactLocation: { uri }, region } };
}

/** The contract coordinate as a logical location (3.33): `/debtors/list` is a resource, a field of its answer is a property. */
function logical(coordinate: string): object {
  const kind = coordinate.includes(' -> ') ? 'property' : 'resource';
  return { logicalLocations: [{ fullyQualifiedName: coordinate, kind }] };
}

function locations({ place, coordinate }: Diagnostic): readonly object[] {
  if (place === undefined && coordinate === undefined) return [];
  return [{ ...(place && physical(place)), ...(coordinate !== undefined && logical(coordinate)) }];
}

/** Further places of the mistake, and places that use its part. */
function related({ alsoAt = [], usedAt = [] }: Diagnostic): readonly object[] {
  return [
    ...alsoAt.map((place) => ({ ...physical(place), message: { text: 'the same mistake' } })),
    ...usedAt.map((place) => ({ ...physical(place), message: { text: 'used here' } })),
  ];
}

function result(diagnostic: Diagnostic): object {
  const { code, severity, message, hint, coordinate } = diagnostic;
  const contract = coordinate === undefined ? '' : ` Contract: ${coordinate}.`;
  const others = related(diagnostic);
  return {
    ruleId: code,
    level: severity === 'advice' ? 'note' : severity,
    message: { text: `${message} ${hint}${contract}` },
    locations: locations(diagnostic),
    ...(others.length > 0 && { relatedLocations: others }),
  };
}

/** One run of the tool `engine` with all findings; the rules are the codes that occur. Ends with a line break. */
export function renderSarif(diagnostics: readonly Diagnostic[], version: string): string {
  const sorted = sortDiagnostics(diagnostics);
  const rules = [...new Set(sorted.map(({ code }) => code))].sort().map((id) => {
    const { title, explanation } = codes[id];
    return { id, shortDescription: { text: title }, fullDescription: { text: explanation } };
  });
  const run = {
    tool: { driver: { name: 'engine', version, rules } },
    columnKind: 'utf16CodeUnits',
    results: sorted.map(result),
  };
  const log = { $schema: 'https://json.schemastore.org/sarif-2.1.0.json', version: '2.1.0', runs: [run] };
  return `${JSON.stringify(log, null, 2)}\n`;
}
