/** The box "Go to": finds an endpoint, a name, a file, a view or a proof by a few letters, from everywhere. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isCommand, isInDialog, modifier } from '../keys.ts';
import { type Destination, matching } from './destinations.ts';

/** Lines that are shown at most. */
const mostShown = 50;

/** The button in the header, and the box that it opens; Ctrl K opens the box too. `find`: all destinations of the moment. */
export function GoTo({ find }: { readonly find: () => readonly Destination[] }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !isCommand(event) || isInDialog()) return;
      event.preventDefault();
      setOpen(true);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <button type="button" class="go-to-button small" onClick={() => setOpen(true)}>
        Go to… <kbd>{modifier} K</kbd>
      </button>
      {isOpen && <Box find={find} onClose={() => setOpen(false)} />}
    </>
  );
}

function Box({ find, onClose }: { readonly find: () => readonly Destination[]; readonly onClose: () => void }) {
  const all = useMemo(find, []);
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [picked, setPicked] = useState(0);
  const shown = useMemo(() => matching(all, text).slice(0, mostShown), [all, text]);
  const at = Math.min(picked, shown.length - 1);
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => dialog.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }), [at]);
  const take = (one: Destination | undefined): void => {
    if (one === undefined) return;
    // The focus goes back first: the destination may take it.
    dialog.current?.close();
    one.open();
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && shown.length > 0) setPicked((at + step + shown.length) % shown.length);
    else if (event.key === 'Enter') take(shown[at]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <dialog ref={dialog} class="go-to" aria-label="Go to" onClose={onClose}>
      <input
        role="combobox"
        aria-label="Endpoint, name, file, view or proof"
        aria-expanded="true"
        aria-controls="go-to-list"
        aria-activedescendant={at < 0 ? undefined : `go-to-${at}`}
        placeholder="Endpoint, name, file, view or proof"
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setPicked(0);
        }}
        onKeyDown={press}
      />
      <div role="listbox" id="go-to-list" aria-label="Destinations">
        {shown.map((one, index) => (
          <button
            key={`${one.title} ${one.detail}`}
            type="button"
            role="option"
            id={`go-to-${index}`}
            tabIndex={-1}
            aria-selected={index === at}
            onClick={() => take(one)}
          >
            <span class="text">{one.title}</span>
            <span class="quiet small spread">{one.detail}</span>
          </button>
        ))}
      </div>
      {shown.length === 0 && <p class="quiet">Nothing has this name.</p>}
    </dialog>
  );
}
