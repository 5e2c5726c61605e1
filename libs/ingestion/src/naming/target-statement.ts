import { entityTypes, serviceTypeOf } from '@app/catalog';

/** Every type that a dataset can resolve to, in the order of preference. */
export const DATASET_TYPES: readonly string[] = entityTypes.having('dataset');
const JOB_TYPES = entityTypes.having('process');
/** All of both, in the order of preference. */
const TYPES = [...new Set([...DATASET_TYPES, ...JOB_TYPES])];

export const list = (types: readonly string[]): string => `array[${types.map((type) => `'${type}'`).join(', ')}]`;

/** A part of an FQN as written there: quoted if it contains a dot or a quote. */
const asPart = (text: string): string =>
  `case when ${text} ~ '[."]' then '"' || replace(${text}, '"', '""') || '"' else ${text} end`;

/**
 * The service, database or schema of the naming rule with the longest prefix that fits a namespace. A derived rule is for the namespace that
 * it names, and one by hand comes before it.
 */
const mappedService = (namespace: string, name: string): string => `
    select s.node, s.type, s.fqn, s.parent, s.name, coalesce(s.root, s.node) as root, m.creates_tables
      from openlineage_mapping m join entity s on s.node = m.service
     where starts_with(${namespace}, m.namespace_prefix)
       and (not m.derived or ${namespace} = m.namespace_prefix)
       and (m.source_database is null or starts_with(${name}, m.source_database || '.')
            or name_key((dataset_parts(${name}))[1]) = name_key(m.source_database))
     order by length(m.namespace_prefix) desc, m.derived, m.source_database nulls last limit 1`;

/** Types that a rule can name, below which names have the levels of a database. */
export const LEVEL_TYPES: readonly string[] = entityTypes.get('table').ancestors.flatMap(({ types }) => types);

/**
 * Joins to a row with `kind`, `namespace` and `name` where its asset would stand, whether or not there is such an asset, and what stands
 * there as `own.node`, deleted or not:
 *
 * - `mapped`: the service, database or schema of the naming rule with the longest prefix that fits; null where none fits. The namespace then
 *   counts as the name of a service, which is what our own export writes.
 * - `rule.fqn` and `rule.deep`: the name as one part of the FQN, and with its dots as separators of levels. Below a database service, database
 *   or schema that a rule names both fix the levels. Elsewhere one part is tried first: containers inside of others, data models and
 * endpoints
 *   of APIs are found by the second.
 * - `rule.wanted`: the digest of the FQN whose arrival is noticed at once, or of what a table has in common with all that could be meant.
 *
 * @param w alias of the row
 */
export const placeOf = (w: string): string => `
  left join lateral (${mappedService(`${w}.namespace`, `${w}.name`)}) mapped on true
  cross join lateral (
    select one.fqn, levels.fqn as deep,
           case when ${w}.kind = 'dataset' and mapped.type = any(${list(LEVEL_TYPES)})
                then md5(mapped.root || ' ' || name_key(parts[cardinality(parts)]))
                else md5(case when mapped.node is null then levels.fqn else one.fqn end) end::uuid as wanted
      from (select coalesce(mapped.fqn, ${asPart(`${w}.namespace`)}) || '.' as prefix, dataset_parts(${w}.name) as parts) place
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

/** Whether another name of the row leads below a service, database or schema that this FQN lies in, by the rules. */
export const aliasLeadsTo = (w: string, fqn: string): string => `
  exists (select from openlineage_alias a cross join lateral (${mappedService('a.namespace', 'a.name')}) s
           where a.dataset = ${w}.key and starts_with(${fqn}, s.fqn || '.'))`;

/** SQL of the serviceType of a rule's service. */
export const SERVICE_TYPE = `(
  select ${serviceTypeOf('s')} from entity s where s.node = mapped.root)`;

/**
 * Joins to a row the parts of its name as `part`: `of_table`, `of_schema` and `of_database`, filled from the right.
 *
 * @param w alias of the row
 */
export const partsOf = (w: string): string => `
  cross join lateral (
    select parts[n] as of_table, parts[n - 1] as of_schema,
           case when n > 2 then array_to_string(parts[1:n - 2], '.') end as of_database
      from (select parts, cardinality(parts) as n from (select dataset_parts(${w}.name) as parts) p) q
  ) part`;

/**
 * Joins to a row with `placeOf` and `partsOf` the tables that could be meant, as `t`, one row for each; one row where there is none. Below the
 * service, database or schema of the rule they are those whose names have the keys of the parts; without a database, those of all databases.
 *
 * @param w alias of the row
 */
export const tablesOf = (w: string): string => `
  left join lateral (
    select t.node, t.id, t.fqn, t.deleted, d.name as database, s.name as schema, t.name
      from (
        select e.node, e.name from entity e
         where e.parent = mapped.node and mapped.type = 'databaseService' and e.type = 'database'
           and part.of_schema is not null and (part.of_database is null or name_key(e.name) = name_key(part.of_database))
        union all
        select e.node, e.name from entity e
         where e.node = case mapped.type when 'database' then mapped.node when 'databaseSchema' then mapped.parent end) d
     cross join lateral (
        select e.node, e.name from entity e
         where e.parent = d.node and e.type = 'databaseSchema' and mapped.type <> 'databaseSchema'
           and name_key(e.name) = name_key(part.of_schema)
        union all
        select mapped.node, mapped.name where mapped.type = 'databaseSchema') s
     cross join lateral (
        select e.node, e.id::text, e.fqn, e.name, e.deleted_by is not null as deleted from entity e
         where e.parent = s.node and e.type = 'table' and name_key(e.name) = name_key(part.of_table) offset 0) t
  ) t on ${w}.kind = 'dataset' and mapped.type = any(${list(LEVEL_TYPES)})`;
