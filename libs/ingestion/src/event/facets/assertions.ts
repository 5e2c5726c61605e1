import type { Assertion } from '../event';
import type { Note } from './column-pairs';
import { facetOf, listOf, objectOf, textOf, SEVERITIES, severityIn, type Json, type Severity } from '../lenient';

/** Characters of what a test expected and found. */
const LONGEST_VALUE = 1_000;

/** Assertions of an input or output as it was sent, malformed ones included. */
export function assertionCount(sent: unknown): number {
  const { facets, inputFacets, outputFacets } = objectOf(sent) ?? {};
  return [facets, inputFacets, outputFacets].reduce<number>((sum, some) => sum + sentAssertions(some).length, 0);
}

function sentAssertions(facets: unknown): readonly unknown[] {
  return listOf(facetOf(facets, 'dataQualityAssertions')?.assertions);
}

export function assertionsOf(facets: unknown, note: Note): Assertion[] {
  return sentAssertions(facets).flatMap((sent, i) => {
    const { assertion, column, success, severity, name, ...more }: Json = objectOf(sent) ?? {};
    const path = `dataQualityAssertions.assertions[${i}]`;
    const kind = textOf(assertion);
    if (kind && typeof success === 'boolean') {
      const where = textOf(column) && { column: column as string };
      const named = textOf(name) && { name: testName(name as string) };
      return [{ assertion: kind, success, ...where, ...named, ...details(more), ...severityOf(severity, path, note) }];
    }
    note(`${path} needs an assertion (text) and success (true or false)`);
    return [];
  });
}

/** Tests of the facet `test` of a run, as it was sent. */
export function sentTests(run: unknown): readonly unknown[] {
  return listOf(facetOf(objectOf(run)?.facets, 'test')?.tests);
}

/** The tests of a run (TestRunFacet 1-0-1) as assertions of the dataset that it is about. A test that was skipped found nothing. */
export function testsOf(run: unknown, note: Note): Assertion[] {
  return sentTests(run).flatMap((sent, i) => {
    const { name, status, severity, type, params, ...more }: Json = objectOf(sent) ?? {};
    const path = `run.facets.test.tests[${i}]`;
    const [own, state] = [textOf(name), textOf(status)?.toLowerCase()];
    if (own && state === 'skip') note(`${path} was skipped: it has no result`);
    else if (own && (state === 'pass' || state === 'fail')) {
      const column = textOf(objectOf(params)?.column_name) ?? textOf(objectOf(params)?.column);
      return [
        {
          assertion: textOf(type) ?? testName(own),
          name: testName(own),
          success: state === 'pass',
          ...(column && { column }),
          ...details(more),
          ...severityOf(severity, path, note),
        },
      ];
    } else note(`${path} needs a name (text) and a status (pass, fail or skip)`);
    return [];
  });
}

/** dbt's own id of a test (`test.shop.not_null_orders_id.cf6c17daed`) contains the name that its artifacts give it. */
function testName(text: string): string {
  return /^test\.[^.]+\.(.+?)(?:\.[0-9a-f]{10})?$/.exec(text)?.[1] ?? text;
}

function details({ description, expected, actual }: Json): Pick<Assertion, 'description' | 'expected' | 'actual'> {
  const values = Object.entries({ description, expected, actual }).flatMap(([key, value]) => {
    const text = textOf(value);
    return text ? [[key, text.slice(0, LONGEST_VALUE)] as const] : [];
  });
  return Object.fromEntries(values);
}

function severityOf(sent: unknown, path: string, note: Note): { severity?: Severity } {
  if (sent === undefined || sent === null) return {};
  const severity = severityIn(sent);
  if (severity) return { severity };
  note(`${path} has a severity that is none of ${SEVERITIES.join(', ')}`);
  return {};
}
