/** Files that a profile names: its base, scripts of databases, descriptions of ERPs. */
import { dirname, resolve } from 'node:path';
import type { ProfileView } from '../profile/view.ts';
import type { Range } from '../text/positions.ts';
import type { LanguagePorts } from '../workspace/ports.ts';

export interface FileLink {
  readonly range: Range;
  /** Absolute. */
  readonly file: string;
}

/** Extensions of the files that a profile can name. */
const namesFile = /^[^\n{}]+\.(?:ya?ml|sql|json|xml|edmx|csdl|wsdl|xsd)$/;

/** The files that exist. */
export function fileLinks(
  { file, text, lines, entries }: ProfileView,
  { locate, read, nameOf }: Pick<LanguagePorts, 'locate' | 'read' | 'nameOf'>,
): readonly FileLink[] {
  const folder = dirname(file);
  return entries.flatMap(({ path, value, style }): readonly FileLink[] => {
    if (style !== 'plain' && style !== 'single' && style !== 'double') return [];
    const name = text.slice(value.start, value.end);
    const range = lines.rangeOf(value);
    if (path.length === 1 && path[0] === 'extends') {
      const { line, character } = range.start;
      const place = { file: nameOf(file), line: line + 1, column: character + 1, length: name.length };
      const base = locate(name, folder, place);
      return base.ok ? [{ range, file: base.file }] : [];
    }
    const target = resolve(folder, name);
    return path[0] === 'sources' && namesFile.test(name) && read(target) !== undefined ? [{ range, file: target }] : [];
  });
}
