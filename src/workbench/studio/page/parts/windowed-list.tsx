/** A list of which only the visible part is in the page: it stays fluent with thousands of items. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface WindowedListInput<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly itemKey: (item: T) => string;
  readonly isCurrent: (item: T) => boolean;
  /** Whether the items below a heading are shown; undefined for an item that is no heading. */
  readonly isExpanded?: (item: T) => boolean | undefined;
  readonly onPick: (item: T) => void;
  /** An arrow key has moved the focus to an item. */
  readonly onMove?: (item: T) => void;
  readonly render: (item: T) => ComponentChildren;
}

/** Pixels. */
const itemHeight = 32;
/** Items above and below the visible part. */
const margin = 10;

/**
 * Renders the items that are visible, and ten above and below them. Each item must be 32 pixels high. Arrow keys move in the list, which is one stop of the Tab
 * key: the current item, or the first one.
 */
export function WindowedList<T>(input: WindowedListInput<T>) {
  const { label, items, itemKey, isCurrent, isExpanded, onPick, onMove, render } = input;
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const { current } = host;
    if (current === null) return;
    const measure = (): void => setView({ top: current.scrollTop, height: current.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    current.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      current.removeEventListener('scroll', measure);
    };
  }, []);
  const first = Math.max(0, Math.floor(view.top / itemHeight) - margin);
  const shown = items.slice(first, first + Math.ceil(view.height / itemHeight) + 2 * margin);
  const stop = shown.find(isCurrent) ?? shown[0];
  const move = (event: KeyboardEvent, item: T): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step === undefined ? undefined : items[items.indexOf(item) + step];
    if (step === undefined || next === undefined) return;
    event.preventDefault();
    const line = event.currentTarget instanceof HTMLElement ? event.currentTarget.closest('li') : null;
    const other = step > 0 ? line?.nextElementSibling : line?.previousElementSibling;
    other?.querySelector('button')?.focus();
    onMove?.(next);
  };
  return (
    <div class="windowed" ref={host}>
      <ul
        aria-label={label}
        style={{ height: `${items.length * itemHeight}px`, paddingTop: `${first * itemHeight}px` }}
      >
        {shown.map((item) => (
          <li key={itemKey(item)}>
            <button
              type="button"
              aria-current={isCurrent(item) ? 'true' : undefined}
              aria-expanded={isExpanded?.(item)}
              tabIndex={item === stop ? 0 : -1}
              onKeyDown={(event) => move(event, item)}
              onClick={() => onPick(item)}
            >
              {render(item)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
