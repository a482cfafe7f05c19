/** What undoes the changes of an ERP's rows, in the order of the changes. */

export interface Journal<Undo> {
  add(undo: Undo): void;
  /** Runs `work`, and then undoes the changes that were added meanwhile, the latest first, also where `work` rejects. */
  undone<T>(work: () => Promise<T>): Promise<T>;
}

/** `undo` gets the latest change first. */
export function openJournal<Undo>(undo: (latestFirst: readonly Undo[]) => Promise<void>): Journal<Undo> {
  const undos: Undo[] = [];
  return {
    add: (one) => void undos.push(one),
    async undone(work) {
      const from = undos.length;
      try {
        return await work();
      } finally {
        const added = undos.splice(from).toReversed();
        if (added.length > 0) await undo(added);
      }
    },
  };
}
