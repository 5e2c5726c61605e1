import { entityTypes } from '@app/catalog';

/** Every type that a dataset can turn out to be, in the order of preference. */
export const DATASET_TYPES: readonly string[] = entityTypes.having('dataset');
const JOB_TYPES = entityTypes.having('process');
/** All of both, in the order of preference. */
const TYPES = [...new Set([...DATASET_TYPES, ...JOB_TYPES])];

/** Every type that a dataset and a job can turn out to be, each in the order of preference. */
export const TARGET_TYPES = {
  dataset: TYPES.filter((type) => DATASET_TYPES.includes(type)),
  job: TYPES.filter((type) => JOB_TYPES.includes(type)),
} as const;

const list = (types: readonly string[]): string => `array[${types.map((type) => `'${type}'`).join(', ')}]`;

/** A part of an FQN as it stands there: quoted where it holds a dot or a quote. */
const asPart = (text: string): string =>
  `case when ${text} ~ '[."]' then '"' || replace(${text}, '"', '""') || '"' else ${text} end`;

/**
 * Joins to a row of `openlineage_name` where its asset would stand, whether or not there is such an asset, and what stands there
 * as `found.node`, deleted or not:
 *
 * - `rule.service`: the service of the naming rule with the longest prefix that fits; null where none fits. The namespace then counts
 *   as the name of a service, which is what our own export writes.
 * - `rule.fqn` and `rule.deep`: the name as one part of the FQN, and with its dots as separators of levels. Below a database service
 *   that a rule names both hold the levels. Elsewhere one part is tried first: containers inside of others, data models and endpoints
 *   of APIs are found by the second.
 * - `rule.awaited`: the FQN whose arrival is noticed at once.
 *
 * @param w alias of the row
 */
export const targetOf = (w: string): string => `
  left join lateral (
    select s.node, s.type, s.fqn
      from openlineage_mapping m join entity s on s.node = m.service
     where starts_with(${w}.namespace, m.namespace_prefix)
     order by length(m.namespace_prefix) desc limit 1
  ) mapped on true
  cross join lateral (
    select mapped.node as service, one.fqn, levels.fqn as deep,
           case when mapped.node is null then levels.fqn else one.fqn end as awaited
      from (select coalesce(mapped.fqn, ${asPart(`${w}.namespace`)}) || '.' as prefix) place
     cross join lateral (select place.prefix || ${w}.name as fqn) levels
     cross join lateral (
       select case when mapped.type = 'databaseService' then levels.fqn
                   else place.prefix || ${asPart(`${w}.name`)} end as fqn) one
  ) rule
  left join lateral (
    select e.node from entity e
     where e.type = any(case ${w}.kind when 'job' then ${list(JOB_TYPES)} else ${list(DATASET_TYPES)} end)
       and md5(e.fqn)::uuid in (md5(rule.fqn)::uuid, md5(rule.deep)::uuid) and e.fqn in (rule.fqn, rule.deep)
     order by e.fqn <> rule.fqn, array_position(${list(TYPES)}, e.type) limit 1
  ) found on true`;
