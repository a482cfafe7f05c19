/** A profile over an ERP that serves its own description, and commands of the program with it. */
import type { ServerResponse } from 'node:http';
import { type Ended, runHere } from '../../../src/cli/here.ts';
import { folderWith } from '../../../src/service/server/fixture.ts';
import { completed } from '../../../support/check-profile.ts';
import { metadata4 } from '../../description/metadata.ts';
import { type Double, httpDouble, json } from '../../sources/http/double.ts';

/** Orders with two fields of other lengths, and codes for all values of an enumeration. */
export const odataProfile = (url: string, describedBy = 'metadata.xml'): string =>
  completed(`profile: acme
contract: "1"
sources:
  erp:
    http: ${url}/api
    literals: odata
    describedBy: ${describedBy}
    clock: UTC
    request: { rows: value, headers: { X-Company: Acme }, params: { tenant: "7" } }
    limits: { answer: 512KiB }
    page: { next: "\`@odata.nextLink\`" }
endpoints:
  /debtors/list:
    get: /customers
    fields: { erpDebtorId: number, name: displayName }
  /sales-orders/list:
    get: /orders
    params: { $filter: ["customerNumber eq {{ customerErpId }}"], $select: "number,customerNumber,status,orderDate" }
    fields: { erpSoId: number, soNumber: number, customerErpId: customerNumber, status: status, orderDate: orderDate }
    codes: { status: { Draft: draft, In Review: draft, Open: authorised } }
  /sale-draft:
    find: none
    lengths: { poNumber: 30 }
    write:
      - order:
          post: /orders
          json: { customerNumber: customer of drafts, externalNumber: "{{ poNumber }}" }
          fields: { saleId: id, receivedAt: changed }
`);

/** What the ERP answers to the request of its description. */
export type Description = string | ((response: ServerResponse) => void);

/** Serves a description as XML, and lists without rows. */
export async function describedErp(description: Description, at = '/api/$metadata'): Promise<Double> {
  return httpDouble(({ path }, response) => {
    if (path.split('?')[0] !== at) return json(response, { value: [] });
    return typeof description === 'string'
      ? response.writeHead(200, { 'content-type': 'application/xml' }).end(description)
      : description(response);
  });
}

interface Commands {
  readonly folder: string;
  check(...args: readonly string[]): Promise<Ended>;
  drift(...args: readonly string[]): Promise<Ended>;
}

/** The commands in a folder with a profile and the vendor's file. */
export function commandsFor(
  profile: string,
  files: Readonly<Record<string, string>> = { 'metadata.xml': metadata4 },
): Commands {
  const folder = folderWith({ 'acme.yaml': profile, ...files });
  const command = (...args: readonly string[]): Promise<Ended> =>
    runHere([...args, './acme.yaml'], { env: {}, cwd: folder });
  return {
    folder,
    check: (...args) => command('check', '--connect', ...args),
    drift: (...args) => command('drift', ...args),
  };
}

/** The findings about descriptions and drift, as `line severity code message`, with `http://erp` for the address of the double. */
export function findingsIn({ out }: Ended): readonly string[] {
  const { diagnostics }: { diagnostics: readonly Record<'line' | 'severity' | 'code' | 'message', string>[] } =
    JSON.parse(out);
  return diagnostics.flatMap(({ line, severity, code, message }) =>
    /^(?:API|DRF)/.test(code)
      ? [`${line} ${severity} ${code} ${message}`.replaceAll(/http:..127\.0\.0\.1:\d+/g, 'http://erp')]
      : [],
  );
}
