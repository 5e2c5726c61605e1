import { serviceTypeOf } from '@app/catalog';
import type { Database } from '@app/database';
import { engineOf, ownSqlFault } from '@app/sources';
import type { DataAccess } from '../access/data-access';

/** A statement of users, with the table that it is about. */
interface StoredSql {
  readonly at: string;
  readonly sql: string;
  readonly serviceType: string | null;
  readonly database: string;
  readonly schema: string;
  readonly table: string;
  readonly functions: DataAccess['functions'] | null;
}

/** A stored statement that would be refused, and why. */
export interface RefusedSql {
  /** Its test case, or its contract and rule. */
  readonly at: string;
  readonly fault: string;
}

/** The outcome of a look at all stored statements of users. */
export interface JudgedSql {
  /** Number of statements, of services that an engine reads. */
  readonly judged: number;
  readonly refused: readonly RefusedSql[];
}

/** Judges the stored statements of users, whether data access lets SQL be run yet or not. */
export async function judgeStoredSql(database: Database): Promise<JudgedSql> {
  const refused: RefusedSql[] = [];
  let judged = 0;
  for (const { at, sql, serviceType, functions, ...names } of await database.read<StoredSql & object>(STORED, [])) {
    const engine = engineOf(serviceType ?? '');
    if (!engine) continue;
    judged++;
    const fault = await ownSqlFault(sql, { ...names, functions: functions ?? [] }, engine.dialect);
    if (fault !== undefined) refused.push({ at, fault });
  }
  return { judged, refused };
}

/** In test cases, also those that imports made, and in rules of contracts. */
const STORED = {
  name: 'stored-sql',
  text: `
  with source as (
    select t.node, t.name as table, s.name as schema, d.name as database,
           ${serviceTypeOf('v')} as "serviceType", a.document -> 'functions' as functions
      from entity t join entity s on s.node = t.parent join entity d on d.node = s.parent join entity v on v.node = d.parent
      left join data_access a on a.service = v.node
     where t.type = 'table' and t.deleted_by is null)
  select 'test case ' || c.fqn as at, p ->> 'value' as sql, x.*
    from entity c
    join entity_reference r on r.from_node = c.node and r.relation = 'testDefinition' join entity f on f.node = r.to_node
    join source x on x.node = c.parent
    cross join jsonb_array_elements(coalesce(c.body -> 'parameterValues', '[]')) p
   where c.type = 'testCase' and c.deleted_by is null and p ->> 'value' is not null
     and (f.name = 'tableCustomSQLQuery' and p ->> 'name' = 'sqlExpression'
       or f.name in ('odcs_sql_table', 'odcs_sql_column') and p ->> 'name' = 'query')
  union all
  select 'contract ' || c.fqn || ', rule ' || coalesce(q ->> 'name', (i - 1)::text), q ->> 'query', x.*
    from entity c join contract k on k.node = c.node join source x on x.node = k.asset
    cross join jsonb_array_elements(coalesce(c.body -> 'odcsQualityRules', c.details -> 'odcsQualityRules', '[]'))
      with ordinality l (q, i)
   where c.deleted_by is null and q ->> 'query' is not null
   order by 1`,
};
