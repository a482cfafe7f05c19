/** Which points of the profile each call of a session reaches. */
import type { TestOverrides } from '../../../engine/tools/index.ts';

export interface PointLog {
  readonly sink: NonNullable<TestOverrides['coverage']>;
  /** The points that were reached since the last time, by place, kind and label. */
  take(): ReadonlySet<string>;
}

/** `take` also empties the log. */
export function createPointLog(): PointLog {
  let times = new Map<string, number>();
  return {
    sink: {
      point: ({ kind, what, place: { file, line, column } }) => {
        const key = JSON.stringify([file, line, column, kind, what]);
        return (count = 1) => void times.set(key, (times.get(key) ?? 0) + count);
      },
    },
    take() {
      const reached = new Set([...times].flatMap(([key, count]) => (count > 0 ? [key] : [])));
      times = new Map();
      return reached;
    },
  };
}
