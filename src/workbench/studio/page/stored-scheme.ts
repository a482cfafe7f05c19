/** The chosen colours, which the browser keeps. In a frame of another site it may refuse any storage: they last as long as the page then. */

/** The name that was stored; undefined if there is none. */
export function storedScheme(): string | undefined {
  try {
    return localStorage.getItem('scheme') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Does nothing where there is no storage. */
export function storeScheme(name: string): void {
  try {
    localStorage.setItem('scheme', name);
  } catch {
    // The page keeps the choice.
  }
}
