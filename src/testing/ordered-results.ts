/** Work on several items at the same time, whose results come in the order of the items. */

/** Runs `work` on at most `atOnce` items at a time, and gives each result to `take` as soon as all before it were given. */
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
