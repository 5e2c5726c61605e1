import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { DataOutcomeBody, DataRunStatus, RunRef } from '../runs/data-run';
import type { Reason } from '@app/sources';
import type { ReadingRequest } from './reading-request';

/** A reading that was asked for. Times are epoch ms, the service a node: a bigint in decimal. */
export interface Reading {
  readonly id: string;
  readonly service: string | null;
  readonly status: DataRunStatus;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly reason: Reason | null;
  readonly message: string | null;
  readonly request: ReadingRequest;
  readonly outcome: DataOutcomeBody | null;
}

/** An entity by its node, and as a run names it. */
export interface NamedNode {
  readonly node: string;
  readonly ref: RunRef;
}

/** A live test case that a contract expects. */
export interface ExpectedTestCase {
  readonly id: string;
  readonly table: string;
  readonly definition: string;
  readonly service: NamedNode;
  /** Whether the data of the service may be read. */
  readonly isRead: boolean;
}

/** The way to the data of a contract's asset. */
export interface AssetAccess {
  /** FQN; null where the asset is no table. */
  readonly service: string | null;
  readonly isRead: boolean;
  readonly suspendedBy: string | null;
}

@Injectable()
export class ReadingRepository {
  constructor(private readonly database: Database) {}

  of(result: string): Promise<Reading[]> {
    return this.database.query<Reading & object>(OF, [result]);
  }

  async hasOpen(tx: Transaction, result: string): Promise<boolean> {
    return (await query(tx, OPEN, [result])).length > 0;
  }

  expected(testCases: readonly string[]): Promise<ExpectedTestCase[]> {
    return this.database.read<ExpectedTestCase & object>(EXPECTED, [testCases]);
  }

  async subject(table: string): Promise<{ readonly asset: NamedNode; readonly service: NamedNode } | undefined> {
    return (await this.database.read<{ asset: NamedNode; service: NamedNode }>(PLACE, [table]))[0];
  }

  /** @param contract by its node */
  async access(contract: string, tx?: Transaction): Promise<AssetAccess | undefined> {
    const rows = tx
      ? query<AssetAccess & object>(tx, ACCESS, [contract])
      : this.database.read<AssetAccess & object>(ACCESS, [contract]);
    return (await rows)[0];
  }

  /** When the columns of a table were seen last, in epoch ms: by a crawl, else when it was written. */
  async columnsSeenAt(table: string): Promise<number | undefined> {
    return (await this.database.read<{ at: number }>(SEEN_AT, [table]))[0]?.at;
  }
}

const OF = `
  select r.id::text, r.service::text, r.status, r.started_at::float8 as "startedAt", r.ended_at::float8 as "endedAt", r.reason, r.message,
         r.request, r.outcome
    from data_run r where r.for_result = $1 order by r.timestamp, r.id`;

const OPEN = `select true from data_run r where r.for_result = $1 and r.status in ('Queued', 'Running') limit 1`;

const named = (one: string): string =>
  `jsonb_build_object('node', ${one}.node::text, 'ref',
     jsonb_build_object('id', ${one}.id, 'type', ${one}.type, 'name', ${one}.name, 'fullyQualifiedName', ${one}.fqn))`;

/** Whether data may be read by an access, the row `a`; null where there is none. */
const IS_READ = `coalesce(a.suspended_by is null and (a.document ->> 'enabled')::boolean, false)`;

const EXPECTED = {
  name: 'expected-test-cases',
  text: `
  select t.id::text, s.node::text as table, d.name as definition, ${named('v')} as service, ${IS_READ} as "isRead"
    from entity t join entity s on s.node = t.parent join entity v on v.node = s.root
    join entity_reference r on r.from_node = t.node and r.relation = 'testDefinition' join entity d on d.node = r.to_node
    left join data_access a on a.service = v.node
   where t.id = any($1::uuid[]) and t.type = 'testCase' and t.deleted_by is null
   order by t.fqn`,
};

const PLACE = {
  name: 'place-of-table',
  text: `
  select ${named('t')} as asset, ${named('v')} as service from entity t join entity v on v.node = t.root
   where t.node = $1 and t.type = 'table'`,
};

const ACCESS = {
  name: 'access-of-contract',
  text: `
  select v.fqn as service, ${IS_READ} as "isRead", a.suspended_by as "suspendedBy"
    from contract c join entity t on t.node = c.asset
    left join entity v on v.node = t.root and t.type = 'table' left join data_access a on a.service = v.node
   where c.node = $1`,
};

const SEEN_AT = {
  name: 'columns-seen-at',
  text: `
  select coalesce(k.seen_at, e.updated_at)::float8 as at from entity e left join crawled_entity k on k.node = e.node
   where e.node = $1`,
};
