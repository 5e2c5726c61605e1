import { Failpoints, type Actor } from '@app/common';
import {
  type ContractColumn,
  ContractObservers,
  isInForce,
  lockContracts,
  type ContractObserver,
} from '@app/contracts';
import { NOW_MS, query, type Transaction } from '@app/database';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { checkSchema } from '../checks/schema-check';
import { TABLE_GONE } from '../checks/verdict';

/** Locks a table and its contract in the order of a write of the contract: the entities first. */
const LOCK = `
  select c.node::text from entity e left join contract c on c.node = e.node and c.live
   where e.node = $1 or e.node in (select o.node from contract o where o.asset = $1 and o.live)
   order by e.node for no key update of e`;

const MARK = `
  update contract c set gone_at = ${NOW_MS} from entity e where c.node = any($1::bigint[]) and c.live and e.node = c.node
  returning ${isInForce('c')} as "isInForce", c.node::text, coalesce(e.body -> 'schema', e.details -> 'schema') as schema`;

interface MarkedContract {
  readonly node: string;
  readonly isInForce: boolean;
  readonly schema: unknown;
}

/** A result that has ended like a failed run, at the next millisecond that no result of the contract has, with its event. */
const FAIL = `
  with recursive taken (contract, time) as (
    select w.contract, ${NOW_MS} from unnest($1::bigint[]) w (contract)
    union all
    select t.contract, t.time + 1 from taken t
     where exists (select from contract_result r where r.contract = t.contract and r.timestamp = t.time)),
  fresh as (
    select e.node, e.id, e.fqn, e.version, max(t.time) as time, gen_random_uuid() as result, c.ended_status, c.ended_at
      from taken t join entity e on e.node = t.contract join contract c on c.node = e.node
     group by e.node, e.id, e.fqn, e.version, c.ended_status, c.ended_at),
  recorded as (
    insert into change_event_pending
      (event_type, entity_type, entity_id, node, fqn, previous_version, version, at, actor, result)
    select 'resultCreated', 'dataContract', f.id, f.node, f.fqn, f.version, f.version, ${NOW_MS}, $2,
           jsonb_strip_nulls(jsonb_build_object('id', f.result, 'timestamp', f.time, 'status', 'Failed',
             'previousStatus', f.ended_status, 'isLatest', f.time >= coalesce(f.ended_at, 0)))
      from fresh f)
  insert into contract_result (contract, timestamp, id, status, origin, body, details)
  select f.node, f.time, f.result, 'Failed', 'run', jsonb_build_object('result', $3::text, 'executionTime', 0) || s.body::jsonb,
         jsonb_build_object('trigger', 'schemaChange', 'requestedBy', $2::text, 'attempts', 1, 'contractVersion', f.version / 10.0, 'details',
           jsonb_build_object('reason', 'tableNotFound', 'readFrom', 'source') || s.details::jsonb)
    from fresh f join unnest($1::bigint[], $4::text[], $5::text[]) s (contract, body, details) on s.contract = f.node`;

/** Has the contract in force of a table fail, when a crawl is about to delete the table: in the transaction that deletes it. */
@Injectable()
export class GoneTables implements ContractObserver, OnModuleInit {
  constructor(
    private readonly observers: ContractObservers,
    private readonly failpoints: Failpoints,
  ) {}

  onModuleInit(): void {
    this.observers.register(this);
  }

  async assetGone(tx: Transaction, { name }: Actor, asset: string): Promise<void> {
    const locked = (await query<{ node: string | null }>(tx, LOCK, [asset])).flatMap(({ node }) => node ?? []);
    if (!locked.length) return;
    await lockContracts(tx, locked);
    const marked = await query<MarkedContract & object>(tx, MARK, [locked]);
    const failing = marked.filter(({ isInForce: counts }) => counts);
    if (!failing.length) return;
    const found = failing.map(({ schema }) => missingColumns(schema));
    const [bodies, details] = [found.map(({ body }) => body), found.map(({ details: reasons }) => reasons)];
    await query(tx, FAIL, [failing.map(({ node }) => node), name, TABLE_GONE, bodies, details]);
    await this.failpoints.pass('after-gone-before-delete');
  }
}

/** The schema dimension of a contract whose table is gone, as members of a result and of its details: no promised column is there. */
function missingColumns(schema: unknown): { readonly body: string; readonly details: string } {
  const contractColumns = Array.isArray(schema) ? (schema as ContractColumn[]) : [];
  if (contractColumns.length === 0) return { body: '{}', details: '{}' };
  const asset = { columns: [], tableConstraints: [], presenceOnly: false };
  const { passed, failed, total, failedFields, details } = checkSchema({ contractColumns, asset });
  return {
    body: JSON.stringify({ schemaValidation: { passed, failed, total, failedFields } }),
    details: JSON.stringify({ schemaValidation: details }),
  };
}
