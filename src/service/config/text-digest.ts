/** Digests of texts that many services have in common, such as a profile. */
import { createHash } from 'node:crypto';

/** More than the profiles of one process. */
const mostKept = 200;
const digests = new Map<string, string>();

/** SHA-256 of a text in UTF-8, in base64. Those of the last texts are kept. */
export function textDigest(text: string): string {
  const keptDigest = digests.get(text);
  if (keptDigest !== undefined) return keptDigest;
  const digest = createHash('sha256').update(text).digest('base64');
  if (digests.size >= mostKept) digests.clear();
  digests.set(text, digest);
  return digest;
}
