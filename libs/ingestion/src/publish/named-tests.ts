import { joinFqn, splitFqn } from '@app/catalog';

export interface NamedTest {
  readonly node: string;
  readonly id: string;
  readonly fqn: string;
  readonly name: string;
  /** FQN of its definition. */
  readonly definition: string;
  readonly ownerIds: readonly string[];
}

/** Live test cases by FQNs of definitions ($1) and names ($2), in parallel arrays. */
export const TESTS_NAMED = `
  select e.node::text as node, e.id::text as id, e.fqn, e.name, d.fqn as definition, owner_ids(e.node) as "ownerIds"
    from (select distinct * from unnest($1::text[], $2::text[])) asked (definition, name)
    join entity d on d.type = 'testDefinition' and md5(d.fqn)::uuid = md5(asked.definition)::uuid and d.fqn = asked.definition
    join entity_reference r on r.to_node = d.node and r.relation = 'testDefinition'
    join entity e on e.node = r.from_node and e.type = 'testCase' and e.name = asked.name and e.deleted_by is null`;

/**
 * Definitions that a test may have where the other way into the catalog made it. dbt's artifacts say `singular` of a test that is a statement, events
 * say its name.
 */
export function definitionsOf(prefix: 'dbt' | 'openlineage', kind: string, name: string): string[] {
  const isSingular = kind === 'singular' || kind === name;
  const kinds = new Set([kind, ...(isSingular ? ['singular', name] : [])]);
  return [...kinds].flatMap((one) => ['column', 'table'].map((path) => joinFqn(undefined, `${prefix}_${one}_${path}`)));
}

/**
 * The test among those of one name that stands closest to a table: in its schema, else its database, else its service. A project builds into several
 * schemas under the same names, so two that are equally close are none.
 */
export function closestTest<Test extends { readonly fqn: string }>(
  tests: readonly Test[],
  table: string,
): Test | undefined {
  const path = splitFqn(table) ?? [];
  const near = tests.map((test) => ({ test, common: commonParts(splitFqn(test.fqn) ?? [], path) }));
  const most = Math.max(0, ...near.map(({ common }) => common));
  const closest = near.filter(({ common }) => common === most);
  return most > 0 && closest.length === 1 ? closest[0]!.test : undefined;
}

/** Parts of an FQN up to the schema that both have. */
function commonParts(one: readonly string[], other: readonly string[]): number {
  const parts = one.slice(0, SCHEMA_PARTS);
  const different = parts.findIndex((part, at) => part !== other[at]);
  return different < 0 ? parts.length : different;
}

/** service.database.schema */
const SCHEMA_PARTS = 3;
