import type { Reference } from '@app/catalog';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';

/** A contract affected by a change. */
export interface ReachedContract {
  readonly id: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
  readonly entityStatus: string;
  /** Status of its newest result that has ended; null without one. */
  readonly latestStatus: string | null;
  /** Its own, else those of its asset or the asset's ancestors. */
  readonly owners: readonly Reference[];
}

export interface AssetRow {
  readonly node: number;
  readonly reference: Reference;
  readonly contract: ReachedContract | null;
}

const reference = (e: string): string => `jsonb_strip_nulls(jsonb_build_object('id', ${e}.id, 'type', ${e}.type,
  'name', ${e}.name, 'fullyQualifiedName', ${e}.fqn, 'displayName', ${e}.body ->> 'displayName',
  'deleted', ${e}.deleted_by is not null))`;

/** The owners that count for a contract. */
const OWNERS = `
  select coalesce(jsonb_agg(${reference('o')} order by o.name, o.id), '[]')
    from unnest(owner_ids(c.node)) w (id) join entity o on o.id = w.id::uuid
   where o.deleted_by is null`;

const ASSETS = {
  name: 'impact-assets',
  text: `
    select e.node::float8 as node, ${reference('e')} as reference,
           case when c.node is not null then jsonb_build_object('id', k.id, 'name', k.name, 'fullyQualifiedName', k.fqn,
             'entityStatus', c.status, 'latestStatus', c.ended_status, 'owners', (${OWNERS})) end as contract
      from unnest($1::bigint[]) with ordinality as w (node, place)
      join entity e on e.node = w.node
      left join contract c on c.asset = e.node and c.live
      left join entity k on k.node = c.node
     order by w.place`,
};

const PRODUCT_ASSETS = {
  name: 'impact-product-assets',
  text: `
    select r.from_node::text as node
      from entity p
      join entity_reference r on r.to_node = p.node and r.relation = 'dataProducts'
      join entity e on e.node = r.from_node and e.deleted_by is null
     where p.id = $1 order by r.from_node`,
};

/** A test case that the contract expects, whose parameters changed. */
export interface ChangedTest {
  readonly testCase: Reference;
  /** Epoch ms of the newest such change. */
  readonly at: number;
}

const PARAMETERS = `coalesce(body -> 'parameterValues', details -> 'parameterValues')`;

const CHANGED_TESTS = {
  name: 'impact-changed-tests',
  text: `
    with test as materialized (
      select t.* from entity c
        join entity_reference r on r.from_node = c.node and r.relation = 'qualityExpectations'
        join entity t on t.node = r.to_node and t.deleted_by is null and t.updated_at > $2
       where c.id = $1),
    state as (
      select v.node, v.version, v.updated_at, v.document -> 'parameterValues' as parameters
        from test t join entity_version v on v.node = t.node
      union all
      select node, version, updated_at, ${PARAMETERS} from test),
    step as (
      select node, updated_at, parameters is distinct from lag(parameters) over w and row_number() over w > 1 as changed
        from state window w as (partition by node order by version)),
    newest as (
      select node, max(updated_at) as at from step where changed and updated_at > $2 group by node)
    select ${reference('t')} as "testCase", n.at::float8 as at
      from newest n join test t on t.node = n.node order by t.fqn`,
};

@Injectable()
export class ImpactRepository {
  constructor(private readonly database: Database) {}

  /** Assets with their live contracts, in the order asked for. */
  assets(nodes: readonly number[]): Promise<AssetRow[]> {
    return this.database.read<AssetRow>(ASSETS, [nodes]);
  }

  /** Test cases that a contract expects, by FQN. @param since changes before it are left out, epoch ms */
  changedTests(contract: string, since: number): Promise<ChangedTest[]> {
    return this.database.read<ChangedTest & object>(CHANGED_TESTS, [contract, since]);
  }

  /** The nodes of the live assets of a data product. */
  async assetsOfProduct(id: string): Promise<string[]> {
    return (await this.database.read<{ node: string }>(PRODUCT_ASSETS, [id])).map(({ node }) => node);
  }
}
