/** Snippets of the language service as templates of CodeMirror, the editor of the page. */

/**
 * `${1:word}`, `$1` and `$0` are places of the cursor on both sides, written differently; braces outside of them need a backslash in the editor.
 * `indent`: the blanks of the line, which the editor writes before each further line, but which the service has written already.
 */
export function editorSnippet(text: string, indent: string): string {
  const pieces = text.matchAll(/\$\{(\d+):((?:[^}\\]|\\.)*)\}|\$(\d)|\\([$}\\])|[{}]|[^${}\\]+|[$\\]/g);
  const converted = [...pieces].map(([whole, place, word = '', bare, escaped]) => {
    if (place !== undefined) return field(place, word.replaceAll(/\\(.)/g, '$1'));
    if (bare !== undefined) return bare === '0' ? '${}' : `\${${bare}}`;
    return braced(escaped ?? whole);
  });
  return converted.join('').replaceAll(`\n${indent}`, '\n');
}

/** A place with a word that contains braces is only a text: the editor cannot read such a place. */
const field = (place: string, word: string): string => (/[{}]/.test(word) ? braced(word) : `\${${place}:${word}}`);

const braced = (text: string): string => text.replaceAll(/[{}]/g, String.raw`\$&`);
