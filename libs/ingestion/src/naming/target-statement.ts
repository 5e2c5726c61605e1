/** What a dataset or job may be in the catalog, in the order of preference. */
const DATASET_TYPES = [
  'table',
  'topic',
  'container',
  'searchIndex',
  'dashboard',
  'mlmodel',
  'storedProcedure',
  'dashboardDataModel',
  'apiEndpoint',
] as const;
const JOB_TYPES = ['pipeline', 'storedProcedure'] as const;

/** Every type that a dataset can turn out to be. */
export const NAMED_TYPES: readonly string[] = DATASET_TYPES;

const list = (types: readonly string[]): string => `array[${types.map((type) => `'${type}'`).join(', ')}]`;

/**
 * Joins to a row of `openlineage_name` its rule – the longest prefix that fits, whether or not there is such an asset – as
 * `rule.fqn`, and what stands under that FQN as `found.node`, deleted or not.
 *
 * For a database service the name holds the levels; for any other it is one name as a whole (decisions 9). Where nothing has that
 * name, its dots may separate levels there too: so containers inside of others, data models and endpoints of APIs are found,
 * by the names that an export gives them.
 *
 * @param w alias of the row
 */
export const targetOf = (w: string): string => `
  left join lateral (
    select s.node as service, s.fqn || '.' || case when s.type = 'databaseService' then ${w}.name
                                when ${w}.name ~ '[."]' then '"' || replace(${w}.name, '"', '""') || '"' else ${w}.name end as fqn,
           s.fqn || '.' || ${w}.name as deep
      from openlineage_mapping m join entity s on s.node = m.service
     where starts_with(${w}.namespace, m.namespace_prefix)
     order by length(m.namespace_prefix) desc limit 1
  ) rule on true
  left join lateral (
    select e.node from entity e
     where e.type = any(case ${w}.kind when 'job' then ${list(JOB_TYPES)} else ${list(DATASET_TYPES)} end)
       and md5(e.fqn)::uuid in (md5(rule.fqn)::uuid, md5(rule.deep)::uuid) and e.fqn in (rule.fqn, rule.deep)
     order by e.fqn <> rule.fqn, array_position(${list([...DATASET_TYPES, 'pipeline'])}, e.type) limit 1
  ) found on true`;
