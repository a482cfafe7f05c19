/** Values that a request needs before it is sent. */

/** The first input of a form without a value that the endpoint demands; undefined where all have one. */
const firstMissing = (form: HTMLFormElement): HTMLElement | undefined =>
  [...form.querySelectorAll<HTMLElement>('input:invalid, select:invalid')][0];

/** The input that was asked for last. */
let asked: HTMLElement | undefined;

/**
 * Sets the focus to the first input of the form in `place` that lacks its value, with a message of the browser. Returns false if there is none, or if it was
 * asked for the last time: a person who sends the request again wants to see the refusal.
 */
export function asksForValue(place: ParentNode | null | undefined): boolean {
  const form = place?.querySelector<HTMLFormElement>('form.request');
  const field = form === null || form === undefined ? undefined : firstMissing(form);
  const isAskedAgain = field === asked;
  asked = isAskedAgain ? undefined : field;
  if (form === null || form === undefined || field === undefined || isAskedAgain) return false;
  field.closest('details')?.setAttribute('open', '');
  form.reportValidity();
  return true;
}

/** The next input without its value after one has been filled in, otherwise that one itself. */
export function focusNext(input: HTMLElement | null): void {
  const form = input?.closest('form');
  const next = form === null || form === undefined ? undefined : firstMissing(form);
  (next ?? input)?.focus();
}

/** Sets the focus to the first input of a request, unless the focus is in `place` already. */
export function focusFirst(place: HTMLElement | null): void {
  if (place === null || place.contains(document.activeElement)) return;
  const first = '.request .field :is(input, select), .request .cm-content';
  place.querySelector<HTMLElement>(first)?.focus();
}
