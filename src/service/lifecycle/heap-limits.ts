/**
 * Limits on how far the heap of a service grows ahead of what it uses. V8 lets the space for new objects grow to 64 MB, and the space for old ones to four
 * times its content before it is collected. A service keeps little between two requests: with these limits it needs less memory
 * (docs/performance.md has the figures).
 */
import v8 from 'node:v8';

/**
 * Bytes of the space for new objects, of which V8 uses a half at a time: room for several large pages. `--max-semi-space-size=8` allows the same
 * size, but V8 then moves objects to the space for old ones earlier, which costs more time and memory than it saves.
 */
const newSpaceBytes = 32 * 2 ** 20;
/** Milliseconds between two looks at the size. V8 doubles it, at most at each collection. */
const intervalMs = 50;

const newSpaceSize = (): number =>
  v8.getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? 0;

/**
 * Lets the space for new objects grow while it is smaller than the limit. V8 shrinks it while a service has little to do: without room to grow again, the
 * next busy hour would spend half of its processor time on collections. Returns the function for the next look.
 */
export function newSpaceLimit(size: () => number, setFlag: (flag: string) => void): () => void {
  let mayGrow = true;
  return () => {
    const isSmall = size() < newSpaceBytes;
    if (isSmall === mayGrow) return;
    mayGrow = isSmall;
    setFlag(`--semi-space-growth-factor=${isSmall ? 2 : 1}`);
  };
}

/**
 * Applies the limits to this process, for as long as it runs. `options`: those of Node (NODE_OPTIONS); where they set the size of the space for new objects,
 * nothing is changed. Returns at once.
 */
export function limitHeap(options: string): void {
  if (/semi-space/.test(options)) return;
  // V8 reads the flags at each collection, so that they can be set while the process runs.
  v8.setFlagsFromString('--heap-growing-percent=70');
  // V8 would see that rows often outlive a collection, because a page takes longer than one, and make rows of later pages in the space for old objects.
  // There they wait for a collection of all objects, of which a sync then has many.
  v8.setFlagsFromString('--no-allocation-site-pretenuring');
  setInterval(newSpaceLimit(newSpaceSize, v8.setFlagsFromString), intervalMs).unref();
}

/** Milliseconds after the start: the first requests do not wait for the collection. */
export const startCollectionMs = 3_000;

class Unused {}

/**
 * Collects once what the start has left: parsed profiles, compilations of an ERP that was not known yet. V8 would keep it until the heap has grown further, which a
 * service with many idle companies does not do. A search for objects collects all garbage first (https://nodejs.org/api/v8.html#v8queryobjectsctor-options).
 * `owner`: this process.
 */
export function collectStart(owner: Pick<NodeJS.Process, 'emitWarning'>): void {
  const { emitWarning } = owner;
  // Node calls the search experimental, on a line of stderr that is none of the log.
  owner.emitWarning = () => undefined;
  try {
    v8.queryObjects(Unused, { format: 'count' });
  } finally {
    owner.emitWarning = emitWarning;
  }
}
