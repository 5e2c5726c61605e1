import type { Condition } from '@app/catalog';
import { parseSla } from '@app/contracts';
import type { Duration } from '@app/common';
import { Database, NOW_MS, query, type Transaction } from '@app/database';
import type { FoundContract } from '@app/results';
import { Injectable } from '@nestjs/common';
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
      select ${columns.sql}, c.asset::text as asset, e.body -> 'sla' as sla, o.objectives, ${NOW_MS}::text as now
        from entity e join contract c on c.node = e.node left join contract_objective o on o.contract = c.node
       where e.id = $1 and c.live`;
    const name = `${columns.name}-contract-with-objectives`;
    const [row] = await this.database.read<FoundContract & Stored & { asset: string; now: string }>({ name, text }, [
      id,
    ]);
    return row && { ...withTerms(row), now: Number(row.now) };
  }

  now(): Promise<number> {
    return this.database.now();
  }

  /** A page of live contracts with objectives, by FQN. @param visible whom they are shown to; undefined: all are */
  async page(after: string, limit: number, visible?: Condition): Promise<ListedObjectives[]> {
    const values: unknown[] = [after, limit, ...(visible ? [visible.value] : [])];
    const text = `
      select c.node::text, e.id::text, e.name, e.fqn, c.asset::text as asset, e.body -> 'sla' as sla, o.objectives
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

  /** The objectives as they were; `isThere`: whether there is still such a contract. */
  async put(
    tx: Transaction,
    contract: string,
    objectives: readonly Objective[],
    by: string,
  ): Promise<{ readonly isThere: boolean; readonly before?: readonly Objective[] }> {
    const [before] = await query<{ objectives: readonly Objective[] }>(tx, LOCK, [contract]);
    const rows = await query(tx, PUT, [contract, JSON.stringify(objectives), by]);
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

const OF_NODES = {
  name: 'objectives-of-contracts',
  text: `select c.node::text, e.id::text, e.name, e.fqn, c.asset::text as asset, e.body -> 'sla' as sla, o.objectives
           from contract_objective o join contract c on c.node = o.contract join entity e on e.node = c.node
          where c.live and o.contract = any($1::bigint[])`,
};

const LOCK = `select objectives from contract_objective where contract = $1 for no key update`;

const PUT = `
  insert into contract_objective as o (contract, objectives, updated_by)
  select c.node, $2::jsonb, $3 from contract c where c.node = $1 and c.live for key share
  on conflict (contract) do update set objectives = excluded.objectives, updated_by = excluded.updated_by
  returning 1`;
