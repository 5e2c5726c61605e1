import { joinFqn, splitFqn } from '@app/catalog';
import type { Severity } from '../event/severity';

/** A test case as an assertion asks for it. */
export interface AssertedTest {
  readonly fqn: string;
  /** Create bodies. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly definition: Readonly<Record<string, unknown>>;
}

/** Longest name of an entity, in characters. */
const LONGEST_NAME = 256;

/**
 * @param column its path inside the table, spelled as FQNs are
 * @param severity where the producer states one: of a test case it stands in its extension
 */
export function testCaseOf(
  tableFqn: string,
  assertion: string,
  column: string | undefined,
  severity?: Severity,
): AssertedTest {
  const name = entityName(column === undefined ? assertion : `${assertion}_${column}`);
  const names = column === undefined ? [] : (splitFqn(column) ?? [column]);
  const place = column === undefined ? '' : `::columns::${column}`;
  const entityType = column === undefined ? 'TABLE' : 'COLUMN';
  const definition = entityName(`openlineage_${assertion}_${entityType.toLowerCase()}`);
  return {
    fqn: joinFqn(tableFqn, ...names, name),
    body: {
      name,
      entityLink: `<#E::table::${tableFqn}${place}>`,
      testDefinition: joinFqn(undefined, definition),
      ...(severity && { extension: { severity } }),
    },
    definition: {
      name: definition,
      entityType,
      testPlatforms: ['Other'],
      description: `The assertion ${assertion} of the facet dataQualityAssertions of OpenLineage`,
    },
  };
}

/** What no name can hold is replaced: two that differ in it alone are the same test. */
function entityName(text: string): string {
  // eslint-disable-next-line no-control-regex -- control characters are what it takes out
  const clean = text.replaceAll(/["\u0000-\u001f\u007f-\u009f]/g, '_').replaceAll('::', '__');
  return [...clean].slice(0, LONGEST_NAME).join('');
}
