import { describe, expectTypeOf, it } from 'vitest';
import type { DecimalText } from '../../../engine/base/decimal.ts';
import type { AnswerOf, Path, RequestOf } from '../../../src/contract/index.ts';

/** Checked by the compiler: a type that differs is an error of `tsc --noEmit`. */
describe('types derived from the contract', () => {
  it('requests', () => {
    expectTypeOf<RequestOf<'/catalog/customers/addresses'>>().toEqualTypeOf<{
      readonly customerId: string;
      readonly kind?: 'shipping' | 'billing';
    }>();
    expectTypeOf<RequestOf<'/sale-draft'>>().toEqualTypeOf<{
      readonly poNumber: string;
      readonly currency: string;
      readonly lines: readonly {
        readonly sku: string;
        readonly qty: number;
        readonly unitPrice?: number | DecimalText;
      }[];
    }>();
  });
  it('answers', () => {
    expectTypeOf<AnswerOf<'/pricing/resolve'>>().toEqualTypeOf<{
      readonly systemUnitPrice: number | DecimalText | null;
      readonly source: string;
    }>();
    expectTypeOf<AnswerOf<'/debtors/list'>>().toEqualTypeOf<{
      readonly debtors: readonly { readonly erpDebtorId: string; readonly name: string; readonly email?: string }[];
      readonly hasMore: boolean;
    }>();
    expectTypeOf<AnswerOf<'/sale-draft'>['status']>().toEqualTypeOf<'draft'>();
  });
  it('paths', () => {
    expectTypeOf<'/health'>().toExtend<Path>();
    expectTypeOf<'/nowhere'>().not.toExtend<Path>();
  });
});
