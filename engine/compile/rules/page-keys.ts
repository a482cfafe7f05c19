/** Rule: the key of the pages of a list does not consist of the ids of other records alone. Several rows may belong to one such record. */
import type { Rule } from './rule.ts';

/** Reports MAP289, a warning: a key that several rows can have, so that pages may repeat or lose rows. */
export const pageKeys: Rule = (context) => {
  for (const { path: name, answer } of context.contract.endpoints) {
    const page = context.profile.endpoints[name]?.page;
    if (answer.kind !== 'rows' || !answer.paged || page?.key === undefined || page.key.length === 0) continue;
    const isOther = (column: string): boolean => column !== answer.id && answer.row[column]?.type === 'id';
    if (!page.key.every(isOther)) continue;
    const message = `The key of the pages is ${page.key.join(', ')}: several rows of this list can have the same.`;
    const hint = `Write page: { key: [${answer.id}] }.`;
    const path = ['endpoints', name, 'page', 'key', 0];
    context.report('MAP289', { path, severity: 'warning', message, hint });
  }
};
