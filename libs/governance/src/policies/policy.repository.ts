import type { Reference } from '@app/catalog';
import { Database, NOW_MS, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { referenceSql } from '../reference-sql';
import type { PolicySections } from './contract-policy';
import type { ScopedPolicy } from './effective-policy';

/** A stored policy. */
export interface PolicyRow {
  readonly id: string;
  /** Null: all contracts. */
  readonly scope: Reference | null;
  readonly change: PolicySections['change'] | null;
  readonly incidents: PolicySections['incidents'] | null;
  readonly learned: PolicySections['learned'] | null;
  readonly change_managed: boolean;
  /** Epoch ms, bigint in decimal. */
  readonly updated_at: string;
  readonly updated_by: string;
}

/** A policy to be stored. */
export interface PolicyChange {
  readonly id: string;
  /** The node of its scope; null: all contracts. */
  readonly scope: string | null;
  readonly sections: PolicySections;
  readonly isManaged: boolean;
  readonly by: string;
}

interface ScopedRow extends Omit<PolicyRow, 'id' | 'updated_at' | 'updated_by'> {
  readonly level: number;
  readonly distance: number;
}

const COLUMNS = `p.id::text, ${referenceSql('e')} as scope, p.change, p.incidents, p.learned, p.change_managed, p.updated_at::text, p.updated_by`;

const SELECT = `select ${COLUMNS} from contract_policy p left join entity e on e.node = p.scope
  where (p.scope is null or e.deleted_by is null)`;

const ALL: PreparedStatement = { name: 'contract-policies', text: SELECT };
const BY_ID: PreparedStatement = { name: 'contract-policy', text: `${SELECT} and p.id = $1` };
const BY_SCOPE: PreparedStatement = {
  name: 'contract-policy-of-scope',
  text: `${SELECT} and coalesce(p.scope, 0) = coalesce($1::bigint, 0)`,
};

/** Whether the entity `o` itself bears the label `u`, and not only a part of it. */
const OWN_LABEL = `o.details -> 'tags' @> jsonb_build_array(jsonb_build_object('tagFQN', u.tag_fqn))`;

/**
 * The policies of the scopes that a contract lies in: itself, data products, tags and domains of its asset. Domains are those that the asset
 * shows: its own, else those of the nearest that it lies in; each with its parents.
 */
const OF_CONTRACT: PreparedStatement = {
  name: 'contract-policies-of-contract',
  text: policiesOf('select e.node, e.parent as asset from entity e where e.node = $1', ''),
};

/** `OF_CONTRACT` of one that is not there yet, by its asset and the FQNs of its tags. */
const OF_NEW_CONTRACT: PreparedStatement = {
  name: 'contract-policies-of-new-contract',
  text: policiesOf(
    'select 0::bigint as node, $1::bigint as asset',
    `select t.node, 2, 0 from entity t where t.type = 'tag' and t.fqn = any($2::text[]) union all`,
  ),
};

/** @param asked SQL of the contract and its asset @param more SQL of further places that it lies in */
function policiesOf(asked: string, more: string): string {
  return `
  with recursive asked as (${asked}),
  line (node, parent, depth) as (
    select a.node, a.parent, 0 from asked q join entity a on a.node = q.asset union all
    select e.node, e.parent, l.depth + 1 from line l join entity e on e.node = l.parent),
  holder as (
    select l.node from line l
     where (select true from entity_reference x where x.from_node = l.node and x.relation = 'domains' limit 1)
     order by l.depth limit 1),
  domain (node, parent, depth) as (
    select d.node, d.parent, 0 from holder h join entity_reference r on r.from_node = h.node and r.relation = 'domains'
      join entity d on d.node = r.to_node union all
    select d.node, d.parent, x.depth + 1 from domain x join entity d on d.node = x.parent),
  lies_in (node, level, distance) as (
    ${more}
    select q.node, 0, 0 from asked q union all
    select r.to_node, 1, 0 from asked q join entity_reference r on r.from_node = q.asset and r.relation = 'dataProducts' union all
    select a.node, 1, 0 from asked q join entity a on a.node = q.asset and a.type = 'dataProduct' union all
    select t.node, 2, case when u.node = q.node then 0 else 1 end
      from asked q join tag_usage u on u.node in (q.node, q.asset) and u.source = 'Classification'
      join entity o on o.node = u.node and ${OWN_LABEL}
      join entity t on t.type = 'tag' and md5(t.fqn)::uuid = md5(u.tag_fqn)::uuid and t.fqn = u.tag_fqn union all
    select d.node, 3, d.depth from domain d)
  select s.level, min(s.distance) as distance, ${referenceSql('e')}::jsonb as scope, p.change, p.incidents, p.learned, p.change_managed
    from lies_in s join contract_policy p on p.scope = s.node join entity e on e.node = s.node
   where e.deleted_by is null group by s.level, e.node, p.id
   union all
  select 4, 0, null, p.change, p.incidents, p.learned, p.change_managed from contract_policy p where p.scope is null`;
}

const PUT = `
  insert into contract_policy (id, scope, change, incidents, learned, change_managed, updated_at, updated_by)
  values ($1, $2, $3, $4, $5, $6, ${NOW_MS}, $7)
  on conflict (coalesce(scope, 0)) do update
     set change = excluded.change, incidents = excluded.incidents, learned = excluded.learned,
         change_managed = excluded.change_managed, updated_at = excluded.updated_at, updated_by = excluded.updated_by`;

/** Statements about policies. */
@Injectable()
export class PolicyRepository {
  constructor(private readonly database: Database) {}

  /** All whose scope is not deleted, in no order. */
  all(): Promise<PolicyRow[]> {
    return this.database.read<PolicyRow & object>(ALL, []);
  }

  async find(id: string): Promise<PolicyRow | undefined> {
    const [row] = await this.database.read<PolicyRow & object>(BY_ID, [id]);
    return row;
  }

  /** No other one writes policies until the transaction ends. */
  async lock(tx: Transaction): Promise<void> {
    await query(tx, `select pg_advisory_xact_lock(hashtextextended('contract policies', 0))`);
  }

  async ofScope(tx: Transaction, scope: string | null): Promise<PolicyRow | undefined> {
    const [row] = await query<PolicyRow & object>(tx, BY_SCOPE, [scope]);
    return row;
  }

  async count(tx: Transaction): Promise<number> {
    const [row] = await query<{ n: number }>(tx, `select count(*)::int as n from contract_policy`);
    return row?.n ?? 0;
  }

  async put(tx: Transaction, { id, scope, sections, isManaged, by }: PolicyChange): Promise<void> {
    const { change, incidents, learned } = sections;
    const json = [change, incidents, learned].map((one) => (one ? JSON.stringify(one) : null));
    await query(tx, PUT, [id, scope, ...json, isManaged, by]);
  }

  async remove(tx: Transaction, id: string): Promise<void> {
    await query(tx, `delete from contract_policy where id = $1`, [id]);
  }

  /** The policies that a contract lies in the scope of. @param contract its node @param tx absent: outside of any transaction */
  async ofContract(contract: string, tx?: Transaction): Promise<ScopedPolicy[]> {
    const rows = tx
      ? await query<ScopedRow & object>(tx, OF_CONTRACT, [contract])
      : await this.database.read<ScopedRow & object>(OF_CONTRACT, [contract]);
    return scoped(rows);
  }

  /** Those that a contract will lie in the scope of. @param asset its node @param tags FQNs of the contract's own */
  async ofNewContract(tx: Transaction, asset: string, tags: readonly string[]): Promise<ScopedPolicy[]> {
    return scoped(await query<ScopedRow & object>(tx, OF_NEW_CONTRACT, [asset, tags]));
  }
}

function scoped(rows: readonly ScopedRow[]): ScopedPolicy[] {
  return rows.map(({ level, distance, scope, change, incidents, learned, change_managed: isManaged }) => ({
    ...{ level, distance, source: scope ?? { type: 'all' as const }, isManaged },
    sections: { ...(change && { change }), ...(incidents && { incidents }), ...(learned && { learned }) },
  }));
}
