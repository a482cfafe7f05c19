/** An engine with a single endpoint of an ERP over HTTP. */
import type { ServerResponse } from 'node:http';
import { type Double, httpDouble, later, type Seen } from '../engine/sources/http/double.ts';
import type { ErpEngine } from '../support/erp.ts';
import { openSketch, type Sketch } from './ask.ts';

function json(response: ServerResponse, body: unknown, status = 200): void {
  response
    .writeHead(status, { 'content-type': 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
}

/** The ERP answers as told: an object is sent as JSON, a text as it is. Closed by `closeAll` of its double. */
export async function erp(
  read: object,
  answer: (seen: Seen) => unknown,
  more: { readonly path?: string; readonly source?: object; readonly top?: object } = {},
): Promise<{ readonly engine: ErpEngine; readonly double: Double }> {
  const double = await httpDouble((seen, response) => json(response, answer(seen)));
  const { path = '/all', source = {}, top = {} } = more;
  const sketch: Sketch = { source: { http: `${double.url}/api`, ...source }, endpoints: { [path]: read }, top };
  const engine = await openSketch(sketch);
  later(() => engine.close());
  return { engine, double };
}
