import type { Condition } from '@app/catalog';
import { isCurrent, parseSla } from '@app/contracts';
import type { Duration } from '@app/common';
import { Database, NOW_MS, query, type Transaction } from '@app/database';
import type { FoundContract } from '@app/results';
import { Injectable } from '@nestjs/common';
import { keptNames, type ToldBudgets } from '../reports/budget-turns';
import type { Objective } from './objective';

/** Objectives of a contract with what they rest on. */
interface ContractWithObjectives {
  /** Node of the asset, a bigint in decimal. */
  readonly asset: string;
  /** Absent: it has none. */
  readonly objectives?: readonly Objective[];
  /** Term of its SLA as it is now. */
  readonly refreshFrequency?: Duration;
}

export interface FoundWithObjectives extends FoundContract, ContractWithObjectives {
  /** Current time of the database, in epoch ms. */
  readonly now: number;
}

/** A contract that has objectives. */
export interface ListedObjectives extends ContractWithObjectives {
  /** A bigint in decimal. */
  readonly node: string;
  readonly id: string;
  readonly name: string;
  readonly fqn: string;
  readonly objectives: readonly Objective[];
}

/** A contract whose budgets are looked at, with what people were notified about. */
export interface WatchedObjectives extends ListedObjectives {
  readonly told: ToldBudgets;
  /** A bigint in decimal. */
  readonly version: string;
  /** Current time of the database, in epoch ms, when this was so. */
  readonly now: number;
}

interface Stored {
  readonly sla: unknown;
  readonly objectives: readonly Objective[] | null;
}

/** Columns of a found contract: SQL with `c` for the contract and `e` for its entity, and a part of the name of the statement. */
interface Columns {
  readonly name: string;
  readonly sql: string;
}

/** Objectives of contracts. */
@Injectable()
export class ObjectiveRepository {
  constructor(private readonly database: Database) {}

  /** The live contract of an id, with its objectives. */
  async find(id: string, columns: Columns): Promise<FoundWithObjectives | undefined> {
    const text = `
      select ${columns.sql}, c.asset::text as asset, e.body -> 'sla' as sla, o.objectives, ${NOW_MS}::float8 as now
        from entity e join contract c on c.node = e.node left join contract_objective o on o.contract = c.node
       where e.id = $1 and c.live`;
    const name = `${columns.name}-contract-with-objectives`;
    type Row = FoundContract & Stored & Pick<FoundWithObjectives, 'asset' | 'now'>;
    const [row] = await this.database.read<Row>({ name, text }, [id]);
    return row && withTerms(row);
  }

  now(): Promise<number> {
    return this.database.now();
  }

  /** A page of live contracts with objectives, by FQN. @param visible whom they are shown to; undefined: all are */
  async page(after: string, limit: number, visible?: Condition): Promise<ListedObjectives[]> {
    const values: unknown[] = [after, limit, ...(visible ? [visible.value] : [])];
    const text = `
      select ${LISTED}
        from contract_objective o join contract c on c.node = o.contract join entity e on e.node = c.node
       where c.live and e.fqn > $1 ${visible ? `and ${visible.sql('$3')}` : ''}
       order by e.fqn limit $2`;
    const rows = await this.database.query<Stored & ListedObjectives>(text, values);
    return rows.map((row) => withTerms(row) as ListedObjectives);
  }

  /** Contracts of these nodes with their objectives, in no order. */
  async ofNodes(nodes: readonly string[]): Promise<ListedObjectives[]> {
    const rows = await this.database.read<Stored & ListedObjectives>(OF_NODES, [nodes]);
    return rows.map((row) => withTerms(row) as ListedObjectives);
  }

  /** Takes live contracts, neither upcoming nor ended, that nobody has taken for that long, the longest first. */
  async takeDue(lengthMs: number, limit: number): Promise<WatchedObjectives[]> {
    const rows = await this.database.executeAside<Stored & WatchedObjectives>(TAKE_DUE, [lengthMs, limit]);
    return rows.map((row) => withTerms(row) as WatchedObjectives);
  }

  /** Live contracts of these ids, neither upcoming nor ended, that have objectives. */
  async watched(ids: readonly string[]): Promise<WatchedObjectives[]> {
    const rows = await this.database.read<Stored & WatchedObjectives>(WATCHED, [ids]);
    return rows.map((row) => withTerms(row) as WatchedObjectives);
  }

  /** @returns false where it has another version by now */
  async noteTold(tx: Transaction, { node, version }: WatchedObjectives, told: ToldBudgets): Promise<boolean> {
    const text = `
      update contract_objective set told = $3::jsonb, version = version + 1 where contract = $1 and version = $2::bigint returning 1`;
    return (await query(tx, text, [node, version, JSON.stringify(told)])).length > 0;
  }

  /** The objectives as they were; `isThere`: whether there is still such a contract. */
  async put(
    tx: Transaction,
    contract: string,
    objectives: readonly Objective[],
    by: string,
  ): Promise<{ readonly isThere: boolean; readonly before?: readonly Objective[] }> {
    const [before] = await query<{ objectives: readonly Objective[] }>(tx, LOCK, [contract]);
    const kept = keptNames(before?.objectives ?? [], objectives);
    const rows = await query(tx, PUT, [contract, JSON.stringify(objectives), by, kept]);
    return { isThere: rows.length > 0, before: before?.objectives };
  }

  /** The objectives as they were. */
  async remove(tx: Transaction, contract: string): Promise<readonly Objective[] | undefined> {
    const text = `delete from contract_objective where contract = $1 returning objectives`;
    const [removed] = await query<{ objectives: readonly Objective[] }>(tx, text, [contract]);
    return removed?.objectives;
  }
}

function withTerms<Row extends Stored>({ sla, objectives, ...row }: Row) {
  const { refreshFrequency } = parseSla(sla).terms;
  return { ...row, ...(objectives && { objectives }), ...(refreshFrequency && { refreshFrequency }) };
}

const LISTED = `c.node::text, e.id::text, e.name, e.fqn, c.asset::text as asset, e.body -> 'sla' as sla, o.objectives`;

// In one order: two that take do not wait for each other in a circle; a contract that somebody writes to is taken the next time.
const TAKE_DUE = {
  name: 'objectives-take-due',
  text: `
  with due as materialized (
    select k.contract from contract_objective k join contract c on c.node = k.contract
     where c.live and ${isCurrent('c')} and k.looked_at <= ${NOW_MS} - $1::bigint
     order by k.looked_at, k.contract limit $2 for no key update of k skip locked)
  update contract_objective o set looked_at = ${NOW_MS}
    from due d join contract c on c.node = d.contract join entity e on e.node = c.node
   where o.contract = d.contract
  returning ${LISTED}, o.told, o.version::text, o.looked_at::float8 as now`,
};

const WATCHED = {
  name: 'objectives-watched',
  text: `select ${LISTED}, o.told, o.version::text, ${NOW_MS}::float8 as now
           from contract_objective o join contract c on c.node = o.contract join entity e on e.node = c.node
          where e.id = any($1::uuid[]) and c.live and ${isCurrent('c')}`,
};

const OF_NODES = {
  name: 'objectives-of-contracts',
  text: `select ${LISTED}
           from contract_objective o join contract c on c.node = o.contract join entity e on e.node = c.node
          where c.live and o.contract = any($1::bigint[])`,
};

const LOCK = `select objectives from contract_objective where contract = $1 for no key update`;

const PUT = `
  insert into contract_objective as o (contract, objectives, updated_by)
  select c.node, $2::jsonb, $3 from contract c where c.node = $1 and c.live for key share
  on conflict (contract) do update set objectives = excluded.objectives, updated_by = excluded.updated_by, version = o.version + 1,
    told = (select coalesce(jsonb_object_agg(t.key, t.value), '{}') from jsonb_each(o.told) t where t.key = any($4::text[]))
  returning 1`;
