/** How the vendor's description says that a list has pages. */
import type { Operation } from '../../../description/model.ts';
import { asksForPage } from '../../../description/page-parameters.ts';

/** What shows that the answer may be a page of the list, in words; undefined where nothing does. `params`: the names of the request's parameters. */
export function describedPaging(operation: Operation, params: readonly string[]): string | undefined {
  switch (operation.protocol) {
    case 'odata': {
      const takesPart = params.some((name) => name === '$top' || name === '$skip');
      if (!operation.isCollection || takesPart) return undefined;
      return `an answer of OData may have ${operation.version === 4 ? '`@odata.nextLink`' : 'a link to the next page'}`;
    }
    case 'openapi':
    case 'openrpc': {
      const name = [...(operation.query?.keys() ?? [])].find(asksForPage);
      return name === undefined ? undefined : `${operation.name} has the parameter "${name}"`;
    }
  }
}
