import type { Condition } from '@app/catalog';
import { isCurrent, parseSla } from '@app/contracts';
import type { Duration } from '@app/common';
import {
  Conditions,
  Database,
  KeysetOrder,
  KeysetQuery,
  NOW_MS,
  STATEMENT_MS,
  query,
  type KeysetRequest,
  type Transaction,
} from '@app/database';
import type { FoundContract } from '@app/results';
import { Injectable } from '@nestjs/common';
import { keptNames, type Objective, type NotifiedBudgets } from './objective';

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

export interface ListedObjectives extends ContractWithObjectives {
  /** A bigint in decimal. */
  readonly node: string;
  readonly id: string;
  readonly name: string;
  readonly fqn: string;
  readonly objectives: readonly Objective[];
}

/** A contract of which the last look does not say what is so. */
export interface OpenObjectives extends ListedObjectives {
  /** A bigint in decimal. */
  readonly changesAt: string;
  readonly isLive: boolean;
}

/** A contract that a worker has taken to look at its budgets, with what people were notified about. */
export interface TakenObjectives extends ListedObjectives {
  readonly told: NotifiedBudgets;
  /** A bigint in decimal. */
  readonly version: string;
  /** Current time of the database, in epoch ms, when this was so. */
  readonly now: number;
  /** Until when others leave it alone: a bigint in decimal. */
  readonly lease: string;
  /** Timestamp of the first evidence that is dated ahead of it, in epoch ms. */
  readonly ahead: number | null;
  readonly isLive: boolean;
  /** Whether it is neither upcoming nor ended. */
  readonly isCurrent: boolean;
}

/** Findings of a look at a contract that was taken. */
export interface FinishedLook extends Pick<TakenObjectives, 'node' | 'lease'> {
  /** When it is looked at again, in epoch ms; null: only once something has happened to it. */
  readonly at: number | null;
  /** FQN of a contract that burns; null: it does not. */
  readonly burning: string | null;
  /** Until when that is so without new evidence, in epoch ms; null: until something has happened to it. */
  readonly until: number | null;
}

/** Findings of the last look at a contract, which are so still. */
export type StoredLook = ListedObjectives & Pick<FinishedLook, 'lease' | 'burning' | 'until'>;

/** Contracts by their ids, or by their nodes: bigints in decimal. */
export type ContractKeys = { readonly ids: readonly string[] } | { readonly nodes: readonly string[] };

interface Stored {
  readonly sla: unknown;
  readonly objectives: readonly Objective[] | null;
}

/** Columns of a found contract: SQL with `c` for the contract and `e` for its entity, and a part of the name of the statement. */
interface Columns {
  readonly name: string;
  readonly sql: string;
}

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

  /**
   * A block of contracts of which the last look does not say what is so at an instant, by their keys. @param after those of a block
   * before @param visible whom they are shown to; undefined: all are
   */
  async open(at: number, limit: number, after?: OpenObjectives, visible?: Condition): Promise<OpenObjectives[]> {
    const filter = Conditions.of().within(visible);
    filter.add(`o.changes_at <= ${filter.bind(at)}::bigint`);
    if (after)
      filter.add(
        `(o.changes_at, o.contract) > (${filter.bind(after.changesAt)}::bigint, ${filter.bind(after.node)}::bigint)`,
      );
    const text = `
      select ${LISTED}, o.changes_at::text as "changesAt", c.live as "isLive" ${FROM}
       ${filter.where} order by o.changes_at, o.contract limit ${filter.bind(limit)}`;
    const rows = await this.database.query<Stored & OpenObjectives>(text, filter.values);
    return rows.map((row) => withTerms(row) as OpenObjectives);
  }

  /**
   * Contracts that burnt at their last look, by FQN, and how many there are. @param but nodes of those that are left out @param visible whom
   * they are shown to; undefined: all are
   */
  async burning(
    request: KeysetRequest,
    but: readonly string[],
    visible?: Condition,
  ): Promise<{ readonly contracts: ListedObjectives[]; readonly total: number }> {
    const filter = Conditions.of('o.burning_fqn is not null');
    if (but.length > 0) filter.add(`o.contract not in (select unnest(${filter.bind(but)}::bigint[]))`);
    if (visible) filter.add('e.deleted_by is null').within(visible);
    const { rows, paging } = await (visible ? BURNING_VISIBLE : BURNING).counted(this.database, filter, request);
    return { contracts: rows.map((row) => withTerms(row) as ListedObjectives), total: paging.total };
  }

  /** Contracts of which the last look says what is so at an instant, by node. @param after a node */
  async looked(at: number, limit: number, after: string): Promise<StoredLook[]> {
    const text = `
      select ${LISTED}, o.look_at::text as lease, o.burning_fqn as burning, o.changes_at::float8 as until ${FROM}
       where c.live and o.contract > $1::bigint and coalesce(o.changes_at > $2::bigint, true) order by o.contract limit $3`;
    const rows = await this.database.query<Stored & StoredLook>(text, [after, at, limit]);
    return rows.map((row) => withTerms(row) as StoredLook);
  }

  /** Contracts of these nodes with their objectives, in no order. */
  async ofNodes(nodes: readonly string[]): Promise<ListedObjectives[]> {
    const rows = await this.database.read<Stored & ListedObjectives>(OF_NODES, [nodes]);
    return rows.map((row) => withTerms(row) as ListedObjectives);
  }

  /** Makes contracts due that are as these looks have left them. @returns how many */
  async reopen(looks: readonly Pick<StoredLook, 'node' | 'lease'>[]): Promise<number> {
    if (looks.length === 0) return 0;
    return (await this.database.query(REOPEN, [JSON.stringify(looks.map(({ node, lease }) => ({ node, lease })))]))
      .length;
  }

  /** The number of contracts with objectives. */
  async count(): Promise<number> {
    const [row] = await this.database.query<{ n: number }>('select count(*)::int as n from contract_objective');
    return row!.n;
  }

  /** Takes contracts that are due, the longest first, and leases them for so long. */
  async takeDue(leaseMs: number, limit: number): Promise<TakenObjectives[]> {
    const rows = await this.database.executeAside<Stored & TakenObjectives>(TAKE_DUE, [leaseMs, limit]);
    return rows.map((row) => withTerms(row) as TakenObjectives);
  }

  /** Stores what looks have found, but for contracts that became due since they were taken. */
  async storeLooks(looks: readonly FinishedLook[]): Promise<void> {
    if (looks.length > 0) await this.database.executeAside(STORE_LOOKS, [JSON.stringify(looks)]);
  }

  /** Makes contracts due that have objectives. */
  async bringForward(tx: Transaction, keys: ContractKeys): Promise<void> {
    const [statement, values] = 'ids' in keys ? [FORWARD_IDS, keys.ids] : [FORWARD_NODES, keys.nodes];
    if (values.length > 0) await query(tx, statement, [values]);
  }

  /** @returns false where it has another version by now */
  async noteTold(tx: Transaction, { node, version }: TakenObjectives, told: NotifiedBudgets): Promise<boolean> {
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

const FROM = 'from contract_objective o join contract c on c.node = o.contract join entity e on e.node = c.node';
const LISTED = `c.node::text, e.id::text, e.name, e.fqn, c.asset::text as asset, e.body -> 'sla' as sla, o.objectives`;

const ENTITIES = 'from contract_objective o join entity e on e.node = o.contract';

/** Contracts that burnt at their last look. @param from SQL in which they are counted */
const burningIn = (from: string) =>
  new KeysetQuery<Stored & ListedObjectives>({
    select: `
      select e.node::text, e.id::text, e.name, e.fqn, e.parent::text as asset, e.body -> 'sla' as sla, o.objectives ${ENTITIES}`,
    from,
    order: new KeysetOrder({ sql: 'o.burning_fqn', type: 'text', key: ({ fqn }) => fqn }),
  });

/** A contract that is deleted is not as the last look found it, so that it is left out by its node. */
const BURNING = burningIn('from contract_objective o');
const BURNING_VISIBLE = burningIn(ENTITIES);

/** The first of what counts from a later instant on: `n.now` is that of the look. */
const AHEAD = `(
    select min(at) from (
      select min(r.timestamp) as at from contract_result r where r.contract = c.node and r.timestamp >= n.now union all
      select min(s.timestamp) from unnest('{refresh,availability}'::text[]) k (kind)
        join observation s on s.asset = c.asset and s.kind = k.kind and s.timestamp >= n.now union all
      select (t #>> '{}')::numeric::bigint
        from (select a.details #> '{lifeCycle,updated,timestamp}' as t from entity a where a.node = c.asset) u
       where jsonb_typeof(t) = 'number' and (t #>> '{}')::numeric between n.now and 9e15) ahead)`;

// In one order: concurrent claims do not deadlock; a locked contract is claimed the next time.
const TAKE_DUE = {
  name: 'objectives-take-due',
  text: `
  with due as materialized (
    select k.contract from contract_objective k where k.look_at <= ${STATEMENT_MS}
     order by k.look_at, k.contract limit $2 for no key update skip locked)
  update contract_objective o set look_at = n.now + $1::bigint
    from due d join contract c on c.node = d.contract join entity e on e.node = c.node cross join (select ${STATEMENT_MS} as now offset 0) n
   where o.contract = d.contract
  returning ${LISTED}, o.told, o.version::text, o.look_at::text as lease, n.now::float8 as now, ${AHEAD}::float8 as ahead,
            c.live as "isLive", ${isCurrent('c')} as "isCurrent"`,
};

// One that is locked has new evidence, or is looked at again at the end of its lease.
const STORE_LOOKS = {
  name: 'objectives-store-looks',
  text: `
  with looked as materialized (
    select o.contract, n.at, n.burning, n.until
      from json_to_recordset($1::json) n (node bigint, lease bigint, at bigint, burning text, until bigint)
      join contract_objective o on o.contract = n.node and o.look_at = n.lease order by o.contract for no key update of o skip locked)
  update contract_objective o set look_at = l.at, burning_fqn = l.burning, changes_at = l.until
    from looked l where o.contract = l.contract`,
};

const REOPEN = `
  with concerned as materialized (
    select o.contract from json_to_recordset($1::json) n (node bigint, lease bigint)
      join contract_objective o on o.contract = n.node and o.look_at = n.lease order by o.contract for no key update of o)
  update contract_objective o set look_at = 0, changes_at = 0 from concerned d where o.contract = d.contract returning 1`;

/** @param contracts SQL */
const forward = (contracts: string): string => `
  with concerned as materialized (
    select o.contract from contract_objective o where o.contract in (${contracts}) and (o.look_at, o.changes_at) is distinct from (0::bigint, 0::bigint)
     order by o.contract for no key update)
  update contract_objective o set look_at = 0, changes_at = 0 from concerned d where o.contract = d.contract`;

const FORWARD_IDS = {
  name: 'objectives-bring-forward',
  text: forward('select e.node from entity e where e.id = any($1::uuid[])'),
};
const FORWARD_NODES = {
  name: 'objectives-bring-forward-by-nodes',
  text: forward('select * from unnest($1::bigint[])'),
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
  on conflict (contract) do update set objectives = excluded.objectives, updated_by = excluded.updated_by, version = o.version + 1, look_at = 0, changes_at = 0,
    told = (select coalesce(jsonb_object_agg(t.key, t.value), '{}') from jsonb_each(o.told) t where t.key = any($4::text[]))
  returning 1`;
