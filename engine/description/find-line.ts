/** Finds a member in the text of a description, for messages: in XML, JSON and YAML alike. */

const escaped = (name: string): string => name.replaceAll(/[^\p{L}\p{N}_]/gu, '\\$&');

/** A pattern of the line that declares a name: `Name="number"`, `"number":` or `number:`. */
const declaration = (name: string): RegExp =>
  new RegExp(`\\bName\\s*=\\s*["']${escaped(name)}["']|^\\s*["']?${escaped(name)}["']?\\s*:`);

const indentation = (line: string): number => line.search(/\S|$/);

/** The line, from 1, that declares a member of a type; undefined where no line inside of the type does, such as for a member of a base type. */
export function lineOfMember(text: string, owner: string, name: string): number | undefined {
  const lines = text.split('\n');
  const [ofOwner, ofName] = [declaration(owner), declaration(name)];
  const start = lines.findIndex((line) => ofOwner.test(line));
  const first = lines[start] ?? '';
  if (start < 0) return undefined;
  if (ofName.test(first.slice(first.search(ofOwner) + 1))) return start + 1;
  for (const [index, line] of lines.entries()) {
    if (index <= start || line.trim() === '') continue;
    if (indentation(line) <= indentation(first)) return undefined;
    if (ofName.test(line)) return index + 1;
  }
  return undefined;
}
