import { entityTypes } from '@app/catalog';

/** Every type that a dataset can turn out to be, in the order of preference. */
export const DATASET_TYPES: readonly string[] = entityTypes.having('dataset');
const JOB_TYPES = entityTypes.having('process');
/** All of both, in the order of preference. */
const TYPES = [...new Set([...DATASET_TYPES, ...JOB_TYPES])];

const list = (types: readonly string[]): string => `array[${types.map((type) => `'${type}'`).join(', ')}]`;

/** A part of an FQN as it stands there: quoted where it holds a dot or a quote. */
const asPart = (text: string): string =>
  `case when ${text} ~ '[."]' then '"' || replace(${text}, '"', '""') || '"' else ${text} end`;

/**
 * The service, database or schema of the naming rule with the longest prefix that fits a namespace. A derived rule is for the namespace that
 * it names, and one by hand comes before it.
 */
const mappedService = (namespace: string, name: string): string => `
    select s.node, s.type, s.fqn, m.creates_tables
      from openlineage_mapping m join entity s on s.node = m.service
     where starts_with(${namespace}, m.namespace_prefix)
       and (not m.derived or ${namespace} = m.namespace_prefix)
       and (m.source_database is null or starts_with(${name}, m.source_database || '.'))
     order by length(m.namespace_prefix) desc, m.derived, m.source_database nulls last limit 1`;

/** Types that a rule can name, below which names have the levels of a database. */
export const LEVEL_TYPES: readonly string[] = entityTypes.get('table').ancestors.flatMap(({ types }) => types);

/**
 * Joins to a row with `kind`, `namespace` and `name` where its asset would stand, whether or not there is such an asset, and what stands
 * there as `own.node`, deleted or not:
 *
 * - `rule.service`: the service, database or schema of the naming rule with the longest prefix that fits; null where none fits. The namespace then counts
 *   as the name of a service, which is what our own export writes.
 * - `rule.fqn` and `rule.deep`: the name as one part of the FQN, and with its dots as separators of levels. Below a database service, database
 *   or schema that a rule names both hold the levels. Elsewhere one part is tried first: containers inside of others, data models and endpoints
 *   of APIs are found by the second.
 * - `rule.awaited`: the FQN whose arrival is noticed at once.
 * - `rule.creates_tables`: whether the rule makes tables that events show.
 *
 * @param w alias of the row
 */
export const placeOf = (w: string): string => `
  left join lateral (${mappedService(`${w}.namespace`, `${w}.name`)}) mapped on true
  cross join lateral (
    select mapped.node as service, mapped.creates_tables, one.fqn, levels.fqn as deep,
           case when mapped.node is null then levels.fqn else one.fqn end as awaited
      from (select coalesce(mapped.fqn, ${asPart(`${w}.namespace`)}) || '.' as prefix) place
     cross join lateral (select place.prefix || ${w}.name as fqn) levels
     cross join lateral (
       select case when mapped.type = any(${list(LEVEL_TYPES)}) then levels.fqn
                   else place.prefix || ${asPart(`${w}.name`)} end as fqn) one
  ) rule
  left join lateral (
    select e.node from entity e
     where e.type = any(case ${w}.kind when 'job' then ${list(JOB_TYPES)} else ${list(DATASET_TYPES)} end)
       and md5(e.fqn)::uuid in (md5(rule.fqn)::uuid, md5(rule.deep)::uuid) and e.fqn in (rule.fqn, rule.deep)
     order by e.fqn <> rule.fqn, array_position(${list(TYPES)}, e.type) limit 1
  ) own on true`;

/**
 * `placeOf` of a row of `openlineage_name`; `found.node` is its asset: what its own name leads to, else what the first of its other names
 * does, in their order.
 *
 * @param w alias of the row
 */
export const targetOf = (w: string): string => `
  ${placeOf(w)}
  left join lateral (
    select own.node
      from (select a.namespace, a.name, 'dataset' as kind from openlineage_alias a where a.dataset = ${w}.key offset 0) a
      ${placeOf('a')}
     where own.node is not null order by a.namespace, a.name limit 1
  ) linked on own.node is null
  cross join lateral (select coalesce(own.node, linked.node) as node) found`;

/** Whether another name of the row lies in a service, by the rules. @param services SQL of a list of nodes */
export const aliasLiesIn = (w: string, services: string): string => `
  exists (select from openlineage_alias a cross join lateral (${mappedService('a.namespace', 'a.name')}) s
           where a.dataset = ${w}.key and s.node in (${services}))`;
