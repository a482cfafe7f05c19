/** Shows the Markdown of the language service: paragraphs, bold words, code, and rules. Everything else stays text. */

function inline(text: string): readonly Node[] {
  return [...text.matchAll(/\*\*(.+?)\*\*|`([^`]+)`|[^*`]+|[*`]/g)].map(([whole, strong, code]) => {
    const name = strong !== undefined ? 'strong' : code !== undefined ? 'code' : undefined;
    if (name === undefined) return document.createTextNode(whole);
    const element = document.createElement(name);
    element.textContent = strong ?? code ?? '';
    return element;
  });
}

function blocks(text: string): readonly Element[] {
  return text.split(/\n(?:\s*\n)+/).flatMap((paragraph) => {
    if (paragraph.trim() === '') return [];
    if (paragraph.trim() === '---') return [document.createElement('hr')];
    const element = document.createElement('p');
    element.append(...inline(paragraph.trim()));
    return [element];
  });
}

/** A new `div` with the Markdown as elements. Text is never read as HTML. */
export function markdownElement(markdown: string): HTMLElement {
  const host = document.createElement('div');
  host.className = 'explained';
  for (const [index, part] of markdown.split(/^```.*\n?/m).entries()) {
    // Between two fences there is code.
    if (index % 2 === 0) host.append(...blocks(part));
    else {
      const code = document.createElement('pre');
      code.textContent = part.trimEnd();
      host.append(code);
    }
  }
  return host;
}
