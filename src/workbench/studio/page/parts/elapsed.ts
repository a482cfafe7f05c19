/** The time since something began, for a component that is shown while it lasts. */
import { useEffect, useState } from 'preact/hooks';

/** Milliseconds between two renderings. */
const step = 500;

/** Milliseconds since the component was shown, in steps of half a second; 0 in the first one. A new `key` begins again. */
export function useElapsed(key: unknown = undefined): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const started = performance.now();
    setElapsed(0);
    const timer = setInterval(() => setElapsed(performance.now() - started), step);
    return () => clearInterval(timer);
  }, [key]);
  return elapsed;
}
