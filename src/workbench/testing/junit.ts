/** Writes JUnit XML: suites of passed, failed and skipped cases. */
import { XMLBuilder } from 'fast-xml-parser';

interface JunitCase {
  readonly group: string;
  readonly name: string;
  readonly ms: number;
  readonly failure: { readonly message: string; readonly text: string } | undefined;
  /** Why the case was skipped. */
  readonly skipped?: string | undefined;
}

interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
}

/** XML 1.0 cannot represent most control characters. */
const writable = (text: string): string => text.replace(/\p{Cc}/gu, (sign) => (/[\n\t]/.test(sign) ? sign : '?'));

function testcase({ group, name, ms, failure, skipped }: JunitCase): object {
  return {
    '@classname': writable(group),
    '@name': writable(name),
    '@time': (ms / 1000).toFixed(3),
    ...(failure && { failure: { '@message': writable(failure.message), '#text': writable(failure.text) } }),
    ...(skipped === undefined ? {} : { skipped: { '@message': writable(skipped) } }),
  };
}

/** The document, which ends with a line break. */
export function junitText(suites: readonly JunitSuite[]): string {
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });
  const testsuite = suites.map(({ name, cases }) => ({
    '@name': writable(name),
    '@tests': cases.length,
    '@failures': cases.filter(({ failure }) => failure !== undefined).length,
    '@skipped': cases.filter(({ skipped }) => skipped !== undefined).length,
    testcase: cases.map(testcase),
  }));
  return builder.build({ '?xml': { '@version': '1.0', '@encoding': 'UTF-8' }, testsuites: { testsuite } });
}
