/** An ERP in memory: a document is created, then posted. The oracle reads its documents. */
import type { LookupOutcome } from '../../../../../../engine/run/write/durable/durable-work.ts';

interface ErpDocument {
  readonly id: string;
  readonly key: string;
  posted: boolean;
}

/** What the ERP itself does about a second document with the same key. */
export type NativeKey =
  /** It makes it. */
  | 'none'
  /** It answers with the first one. */
  | 'same'
  /** It refuses it. */
  | 'refused';

export type Effect = { readonly kind: 'done'; readonly id: string } | { readonly kind: 'refused' };

export interface Erp {
  readonly documents: readonly ErpDocument[];
  create(key: string): Effect;
  post(id: string): Effect;
  /** Removes a document that is not posted; a second time it is gone already. */
  remove(id: string): Effect;
  find(key: string): LookupOutcome;
}

export const membersOf = (id: string): string => `"saleId":${JSON.stringify(id)}`;

/** `standing`: keys of whole documents that it has from the beginning. */
export function memoryErp(native: NativeKey, standing: readonly string[] = []): Erp {
  let made = standing.length;
  const documents: ErpDocument[] = standing.map((key, index) => ({ id: `D${index + 1}`, key, posted: true }));
  return {
    documents,
    create(key) {
      const first = documents.find((document) => document.key === key);
      if (first !== undefined && native === 'same') return { kind: 'done', id: first.id };
      if (first !== undefined && native === 'refused') return { kind: 'refused' };
      made += 1;
      const id = `D${made}`;
      documents.push({ id, key, posted: false });
      return { kind: 'done', id };
    },
    post(id) {
      const document = documents.find((each) => each.id === id);
      if (document === undefined) return { kind: 'refused' };
      document.posted = true;
      return { kind: 'done', id };
    },
    remove(id) {
      const index = documents.findIndex((each) => each.id === id);
      if (documents[index]?.posted === true) return { kind: 'refused' };
      if (index >= 0) documents.splice(index, 1);
      return { kind: 'done', id };
    },
    find(key) {
      const [match, ...more] = documents.filter((document) => document.key === key);
      if (match === undefined) return { kind: 'none' };
      if (more.length > 0) return { kind: 'several', detail: `${more.length + 1} documents` };
      return match.posted
        ? { kind: 'one', done: ['create', 'post'], result: membersOf(match.id) }
        : { kind: 'one', done: ['create'], result: undefined };
    },
  };
}
