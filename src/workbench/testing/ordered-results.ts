/** Runs work in parallel, and reports the results in the order of the items. */

/** Runs `work` on up to `atOnce` items in parallel. Passes each result to `take` after all previous ones. */
export async function inOrder<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
  take: (result: Result) => void,
): Promise<void> {
  const queue = items.entries();
  const done = new Map<number, { readonly result: Result }>();
  let given = 0;
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      done.set(index, { result: await work(item) });
      for (let next = done.get(given); next !== undefined; next = done.get(given)) {
        given += 1;
        take(next.result);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
