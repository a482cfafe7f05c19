/** The addresses that the service answers, and the words by which an ERP names their kinds. */
import type { AnswerOf } from '../../../../contract/types.ts';
import type { CheckContext } from '../../core/context.ts';

const path = '/catalog/customers/addresses';
const mostCustomers = 40;

export type Kind = AnswerOf<typeof path>['hits'][number]['addressKind'];

const words: Readonly<Record<Kind, RegExp>> = {
  shipping: /ship|deliv|^del$|liefer|^lief?$|versand|livrai|expedi|env[ií]o|entrega|spedizion|consegna/i,
  billing: /bill|invoic|^inv$|rechn|faktur|factur|fattur/i,
};
const kinds: readonly Kind[] = ['shipping', 'billing'];

/** The kind that a text names; undefined for none and for both. */
export function kindNamedBy(text: string): Kind | undefined {
  const [kind, ...others] = kinds.filter((one) => words[one].test(text));
  return others.length === 0 ? kind : undefined;
}

/** An answered address with its customer. */
export interface Address {
  readonly customerId: string;
  readonly id: string;
  readonly texts: readonly string[];
  readonly kind: Kind;
}

/** The addresses of up to 40 customers. */
export async function answeredAddresses(context: CheckContext): Promise<readonly Address[]> {
  const all: Address[] = [];
  for (const customerId of context.sample(await context.discovered.customerIds(), mostCustomers))
    for (const { erpLocationId: id, erpLabel, address, addressKind: kind } of (await context.ask(path, { customerId }))
      .hits)
      all.push({ customerId, id, texts: [erpLabel, address], kind });
  return all;
}
