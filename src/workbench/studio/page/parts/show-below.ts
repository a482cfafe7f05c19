/** Parts that are beside each other in a wide window, and below each other in a narrow one. */

/** Scrolls to a part that is below another one. Does nothing where all parts are in view. */
export function showBelow(part: Element | null | undefined): void {
  if (part === null || part === undefined || part.getBoundingClientRect().top < innerHeight / 2) return;
  part.scrollIntoView({ block: 'start' });
}
