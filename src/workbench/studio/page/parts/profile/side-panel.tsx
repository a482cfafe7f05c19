/** What is beside the editor: the findings of its text, or the last call of the endpoint at the cursor. */
import type { ComponentChildren } from 'preact';
import type { Editing } from '../editing.ts';
import { isInDialog, modifier } from '../keys.ts';

export const sideTabs = ['findings', 'answer'] as const;
export type SideTab = (typeof sideTabs)[number];

interface SidePanelInput {
  readonly tab: SideTab;
  readonly onTab: (tab: SideTab) => void;
  readonly editing: Editing;
  /** The number of findings. */
  readonly count: number;
  readonly isRunning: boolean;
  /** What the button does with the endpoint at the cursor: `Call` or `Rehearse`; undefined if there is none. */
  readonly verb: string | undefined;
  readonly onRun: () => void;
  /** Goes back to the text: Escape. */
  readonly onLeave: () => void;
  readonly children: ComponentChildren;
}

const titles: Readonly<Record<SideTab, string>> = { findings: 'Findings', answer: 'Answer' };

/** The buttons that save and call stay in view above the content. */
export function SidePanel({ tab, onTab, editing, count, isRunning, verb, onRun, onLeave, children }: SidePanelInput) {
  const { isChanged, saved, save } = editing;
  return (
    <aside
      class="panel side"
      aria-label={titles[tab]}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isInDialog()) onLeave();
      }}
    >
      <div class="side-head">
        <div class="segments" role="tablist" aria-label="Beside the text">
          {sideTabs.map((one) => (
            <button key={one} type="button" role="tab" aria-selected={one === tab} onClick={() => onTab(one)}>
              {titles[one]}
              {one === 'findings' && count > 0 && <span class="badge bad">{count}</span>}
            </button>
          ))}
        </div>
        <span class="row spread">
          <button type="button" disabled={!isChanged || saved.readOnly !== undefined} onClick={() => void save()}>
            Save <kbd>{modifier} S</kbd>
          </button>
          <button
            type="button"
            class="primary"
            disabled={isRunning || verb === undefined}
            title="Saves, and calls the endpoint at the cursor with its last request"
            onClick={onRun}
          >
            {isRunning ? 'Running…' : (verb ?? 'Call')} <kbd>{modifier} Enter</kbd>
          </button>
        </span>
      </div>
      <div class="side-body" role="tabpanel" aria-label={titles[tab]}>
        {children}
      </div>
    </aside>
  );
}
