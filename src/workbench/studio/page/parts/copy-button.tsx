/** Copies a text. */
import { useState } from 'preact/hooks';

/** `what`: the name of the text for screen readers. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1_200);
  };
  return (
    <button type="button" class="plain small" onClick={copy}>
      {isCopied ? 'Copied' : 'Copy'}
      <span class="hidden"> {what}</span>
    </button>
  );
}
