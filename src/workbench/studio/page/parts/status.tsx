/** What a view shows instead of its content: a failure, or that it is loading. */
import type { ComponentChildren } from 'preact';
import type { Resource } from '../resource.ts';

/** Shows `children` with the value of a resource once there is one. */
export function Loaded<T>({
  resource,
  children,
}: {
  readonly resource: Resource<T>;
  readonly children: (value: T) => ComponentChildren;
}) {
  const { value, error, isLoading, reload } = resource;
  if (error !== undefined)
    return (
      <div class="notice bad" role="alert">
        <p>{error}</p>
        <button type="button" class="plain" onClick={reload}>
          Try again
        </button>
      </div>
    );
  if (value === undefined) return isLoading ? <p class="empty">Loading…</p> : null;
  return <>{children(value)}</>;
}
