import { type Reference, referenceSql } from '@app/catalog';
import {
  Database,
  KeysetOrder,
  KeysetQuery,
  NOW_MS,
  STATEMENT_MS,
  query,
  type Conditions,
  type CountedRows,
  type KeysetRequest,
  type PreparedStatement,
  type Transaction,
} from '@app/database';
import { Injectable } from '@nestjs/common';

/** A stored declaration whose consumer is not deleted; bigint in decimal. */
export interface ConsumerRow {
  readonly id: string;
  /** Node of the contract, and FQN. */
  readonly node: string;
  readonly fqn: string;
  readonly contract: Reference;
  readonly party: Reference;
  readonly purpose: string;
  readonly columns: readonly string[] | null;
  readonly contact: string | null;
  readonly until: string | null;
  readonly expired: boolean;
  readonly declared_by: Reference | null;
  readonly by_party: boolean;
  readonly declared_at: string;
  readonly updated_at: string;
}

/** A declaration to be stored; nodes are bigint in decimal. */
export interface Declaration {
  readonly id: string;
  readonly contract: string;
  readonly party: string;
  readonly purpose: string;
  readonly columns: readonly string[] | undefined;
  readonly contact: string | undefined;
  readonly until: number | undefined;
  /** Id of the user who declares it, and whether that is the consumer or a member of it. */
  readonly by: string;
  readonly byParty: boolean;
}

const FROM = `
  from contract_consumer d join entity e on e.node = d.contract and e.deleted_by is null
  join entity p on p.node = d.party and p.deleted_by is null`;

const SELECT = `
  select d.id::text, e.node::text, e.fqn, ${referenceSql('e')} as contract, ${referenceSql('p')} as party, d.purpose, d.columns, d.contact,
         d.until::text, coalesce(d.until <= ${STATEMENT_MS}, false) as expired, ${referenceSql('u')} as declared_by, d.by_party,
         d.declared_at::text, d.updated_at::text
  ${FROM} left join entity u on u.node = d.declared_by`;

const CONSUMERS = new KeysetQuery<ConsumerRow & object>({
  select: SELECT,
  from: FROM,
  order: new KeysetOrder<ConsumerRow>(
    { sql: 'p.name', type: 'text', key: ({ party }) => party.name },
    { sql: 'e.fqn', type: 'text', key: ({ fqn }) => fqn },
    { sql: 'd.id', type: 'uuid', key: ({ id }) => id },
  ),
});

const PUT = `
  insert into contract_consumer (id, contract, party, purpose, columns, contact, until, declared_by, by_party, declared_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, (select node from entity where id = $8), $9, ${NOW_MS}, ${NOW_MS})
  on conflict (contract, party) do update
     set purpose = excluded.purpose, columns = excluded.columns, contact = excluded.contact, until = excluded.until,
         declared_by = excluded.declared_by, by_party = excluded.by_party, updated_at = excluded.updated_at`;

const OF_PARTY: PreparedStatement = {
  name: 'contract-consumer-of-party',
  text: `${SELECT} where d.contract = $1 and d.party = $2`,
};
const BY_ID: PreparedStatement = {
  name: 'contract-consumer',
  text: `${SELECT} where d.contract = $1 and d.id = $2`,
};
const ACTIVE: PreparedStatement = {
  name: 'contract-consumers-active',
  text: `${SELECT} where d.contract = $1 and coalesce(d.until > ${STATEMENT_MS}, true) order by p.name, d.id`,
};
const SCHEMAS: PreparedStatement = {
  name: 'contract-consumer-schemas',
  text: `
    select e.node::text, e.parent::text as asset, e.body -> 'schema' as schema,
           coalesce(v.body ->> 'serviceType', v.details ->> 'serviceType') as "serviceType"
      from entity e left join entity v on v.node = e.root where e.node = any($1::bigint[])`,
};

/** Statements about consumers. */
@Injectable()
export class ConsumerRepository {
  constructor(private readonly database: Database) {}

  /** By name of the consumer, then by FQN of the contract. @param filter on a declaration `d`, its contract `e` and its party `p` */
  page(filter: Conditions, request: KeysetRequest): Promise<CountedRows<ConsumerRow>> {
    return CONSUMERS.counted(this.database, filter, request);
  }

  /** Those of a contract that are not past their `until`, by name. @param contract its node */
  active(contract: string): Promise<ConsumerRow[]> {
    return this.database.read<ConsumerRow & object>(ACTIVE, [contract]);
  }

  async find(contract: string, id: string): Promise<ConsumerRow | undefined> {
    const [row] = await this.database.read<ConsumerRow & object>(BY_ID, [contract, id]);
    return row;
  }

  async ofParty(tx: Transaction, contract: string, party: string): Promise<ConsumerRow | undefined> {
    const [row] = await query<ConsumerRow & object>(tx, OF_PARTY, [contract, party]);
    return row;
  }

  async countOf(tx: Transaction, contract: string): Promise<number> {
    const text = `select count(*)::int as n from contract_consumer where contract = $1`;
    const [row] = await query<{ n: number }>(tx, text, [contract]);
    return row?.n ?? 0;
  }

  async put(tx: Transaction, one: Declaration): Promise<void> {
    const { id, contract, party, purpose, columns, contact, until, by, byParty } = one;
    const paths = columns ? JSON.stringify(columns) : null;
    await query(tx, PUT, [id, contract, party, purpose, paths, contact ?? null, until ?? null, by, byParty]);
  }

  async remove(tx: Transaction, id: string): Promise<boolean> {
    return (await query(tx, `delete from contract_consumer where id = $1 returning 1`, [id])).length > 0;
  }

  /** The schemas of contracts with the nodes and the platform of their assets, by nodes. */
  schemas(
    contracts: readonly string[],
  ): Promise<{ node: string; asset: string; schema: unknown; serviceType: string | null }[]> {
    return this.database.read(SCHEMAS, [contracts]);
  }
}
