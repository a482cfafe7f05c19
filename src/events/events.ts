/** Everything that an operator can see of the service. What of it is written is for the logger alone to decide. */
import type { EngineEvent } from '../../engine/index.ts';

export type ServiceEvent =
  /** One request that was answered, or given up by its caller (`aborted`). `ms`: from the last header to the end. */
  | {
      readonly level: 'info';
      readonly event: 'request';
      readonly requestId: string;
      readonly method: string;
      readonly path: string;
      readonly status: number;
      readonly ms: number;
      readonly key: string | undefined;
      readonly client: string | undefined;
      readonly aborted: boolean;
    }
  /** Bytes that are no HTTP request, or one that took too long to arrive. */
  | {
      readonly level: 'warn';
      readonly event: 'request_malformed';
      readonly requestId: string;
      readonly status: number;
      readonly reason: string;
      readonly client: string | undefined;
    }
  /** The engine could not do what was asked. `problem` is its kind, `message` the cause as far as it is known; `status` is that of the answer. */
  | {
      readonly level: 'info' | 'warn' | 'error';
      readonly event: 'call_failed';
      readonly requestId: string;
      readonly endpoint: string;
      readonly status: number;
      readonly problem: string;
      readonly message: string;
      readonly stack?: string;
    }
  /** A call that had been answered with a timeout has failed in the end. `message` is the cause. */
  | {
      readonly level: 'info' | 'warn' | 'error';
      readonly event: 'call_failed_late';
      readonly requestId: string;
      readonly endpoint: string;
      readonly problem: string;
      readonly message: string;
      readonly stack?: string;
    }
  | {
      readonly level: 'error';
      readonly event: 'bug';
      readonly requestId?: string;
      readonly endpoint?: string;
      readonly status?: number;
      readonly error: unknown;
    }
  | { readonly level: 'warn'; readonly event: 'shed'; readonly requestId: string; readonly running: number }
  | { readonly level: 'info'; readonly event: 'listening'; readonly address: string; readonly profile: string }
  | { readonly level: 'warn'; readonly event: 'plain_http'; readonly address: string; readonly message: string }
  | { readonly level: 'warn'; readonly event: 'configuration_warning'; readonly message: string }
  | { readonly level: 'info'; readonly event: 'stopping'; readonly reason: string; readonly running: number }
  | { readonly level: 'warn'; readonly event: 'stopped_late'; readonly running: number }
  | { readonly level: 'info'; readonly event: 'stopped' }
  | { readonly level: 'info'; readonly event: 'keys_reloaded'; readonly keys: readonly string[] }
  /** Files that keys came from are gone or empty, and have some time to come back. */
  | {
      readonly level: 'warn';
      readonly event: 'keys_missing';
      readonly files: readonly string[];
      readonly message: string;
    }
  /** They did not come back. `keys`: those that are left. */
  | {
      readonly level: 'error';
      readonly event: 'keys_revoked';
      readonly files: readonly string[];
      readonly keys: readonly string[];
      readonly message: string;
    }
  | { readonly level: 'info'; readonly event: 'certificate_reloaded' }
  /** The store cannot be used: pages are found by counting rows until it is available again. Told once for each reason. */
  | { readonly level: 'warn'; readonly event: 'store_unavailable'; readonly reason: string }
  | { readonly level: 'info'; readonly event: 'store_available' }
  /** A file that was read again holds a fault; what was there before stays in force. */
  | { readonly level: 'error'; readonly event: 'reload_failed'; readonly what: string; readonly reason: string };

/** Takes what happens. Never throws. */
export type Emit = (event: ServiceEvent | EngineEvent) => void;
