/** How far the attempt of a browser to give consent is: what a link keeps between two requests, encrypted. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Secret } from '../../../engine/index.ts';

const browser = z.string();
const progress = z.discriminatedUnion('kind', [
  /** The browser is at the vendor. */
  z.object({ kind: z.literal('begun'), browser, state: z.string(), verifier: z.string() }),
  /** The code is being exchanged, or that has failed: a code is good for one exchange. */
  z.object({ kind: z.literal('exchanging'), browser }),
  /** The token waits for the customer to confirm the company. */
  z.object({
    kind: z.literal('granted'),
    browser,
    token: z.string(),
    tenants: z.array(z.object({ label: z.string(), variables: z.record(z.string(), z.string()) })),
  }),
]);

export type Progress = z.infer<typeof progress>;

/** The stored form. */
export const progressText = (value: Progress): Secret => new Secret(JSON.stringify(value));

/** Reads the stored form. Undefined before the first attempt. */
export function readProgress(text: Secret | undefined): Progress | undefined {
  return text === undefined ? undefined : progress.parse(JSON.parse(text.reveal()));
}

/** 256 random bits as text. */
export const randomText = (): string => randomBytes(32).toString('base64url');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** What a link keeps of the secret in the browser's cookie. */
export const browserDigest = (secret: string): string => digest(secret).toString('base64url');

/** Whether an attempt was begun by the browser with this secret. Takes the same time for every secret. */
export const isSameBrowser = (value: Progress, secret: string): boolean =>
  timingSafeEqual(digest(value.browser), digest(browserDigest(secret)));
