/** A text that scrolls if it is long. */

/** A region that scrolls has to be reachable by keyboard. */
export function ScrolledText({ text }: { readonly text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section class="code" tabIndex={0} aria-label="Text">
      <pre>{text}</pre>
    </section>
  );
}
