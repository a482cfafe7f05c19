/** The profile merged with what it extends, with the origin of each line. */
import { useEffect, useRef } from 'preact/hooks';
import { operations } from '../../../operations/protocol/operations.ts';
import { call } from '../api.ts';
import { useResource } from '../resource.ts';
import { FindingList } from './findings.tsx';
import { Loaded } from './status.tsx';

/** `own`: the name of the profile; `origin`: file and line that are shown first. */
export function MergedProfile({
  profileName,
  origin,
}: {
  readonly profileName: string;
  readonly origin: string | null;
}) {
  const merged = useResource(() => call(operations.overlay, {}), 'overlay', { onFiles: true });
  const wanted = useRef<HTMLDivElement>(null);
  useEffect(() => wanted.current?.scrollIntoView({ block: 'center' }), [merged.value, origin]);
  return (
    <Loaded resource={merged}>
      {({ lines, findings }) => (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
          <section class="panel editor" aria-label="Merged profile" tabIndex={0}>
            <div class="merged">
              {lines.map((line, index) => {
                const isWanted = origin !== null && line.origin === origin;
                return (
                  <div key={index} class={isWanted ? 'wanted' : ''} ref={isWanted ? wanted : null}>
                    <span class="text">{line.text}</span>
                    <span class={line.origin?.startsWith(`${profileName}:`) ? 'own' : 'base'}>{line.origin ?? ''}</span>
                  </div>
                );
              })}
            </div>
          </section>
          <aside class="panel side" aria-label="Findings">
            <FindingList findings={findings} />
          </aside>
        </>
      )}
    </Loaded>
  );
}
