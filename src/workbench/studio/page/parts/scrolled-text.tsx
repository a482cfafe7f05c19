/** A part of the page that scrolls if it is large. */
import type { ComponentChildren } from 'preact';

interface ScrolledInput {
  readonly label: string;
  readonly class: string;
  readonly children: ComponentChildren;
}

/** A region that scrolls has to be reachable by keyboard. It is a group, because a page should have few landmarks. */
export function Scrolled({ label, class: name, children }: ScrolledInput) {
  return (
    // biome-ignore lint/a11y/useSemanticElements lint/a11y/noNoninteractiveTabindex: see above; a fieldset is for inputs
    <div role="group" class={name} tabIndex={0} aria-label={label}>
      {children}
    </div>
  );
}

/** Preformatted text in a part of the page that scrolls. */
export function ScrolledText({ text }: { readonly text: string }) {
  return (
    <Scrolled label="Text" class="code">
      <pre>{text}</pre>
    </Scrolled>
  );
}
