import { randomUUID } from 'node:crypto';
import type { Transaction } from '@app/database';
import { IncidentFollower } from '../../../libs/incidents/src/contracts/incident-follower';
import { IncidentInputRepository } from '../../../libs/incidents/src/contracts/incident-input.repository';
import type { ContractWorld, TestContract } from '../runs/support/contract-world';
import type { ShownIncident } from './incident-batch-model';

/** Long ago, so that nothing is dated later than now. */
export const T0 = 1_700_000_000_000;
export const HOUR = 3_600_000;

type Results = readonly (readonly [hour: number, status: string])[];

interface IncidentRow {
  readonly opened_at: string;
  readonly failures: number;
  readonly good_runs: number;
  readonly last_result: { readonly timestamp: number; readonly status: string } | null;
  readonly resolved_at: string | null;
}

const instantOf = (hour: number): number => T0 + hour * HOUR;
const hourOf = (at: string | number): number => (Number(at) - T0) / HOUR;

/** Results of contracts whose policy opens incidents, in hours from T0, and what becomes of their incidents. */
export class IncidentResults {
  private readonly follower: IncidentFollower;

  constructor(private readonly world: Pick<ContractWorld, 'database' | 'contract'>) {
    const { database } = world;
    this.follower = new IncidentFollower(database, new IncidentInputRepository(database));
  }

  /** Lets incidents follow what has come. */
  follow(): Promise<void> {
    return this.follower.follow();
  }

  /** Behind the locks of the contracts. */
  followLocked(tx: Transaction, contracts: readonly string[]): Promise<void> {
    return this.follower.followLocked(tx, contracts);
  }

  /** A contract in force with a policy of its own. */
  async watched(closeAfterRuns: number): Promise<TestContract> {
    const contract = await this.world.contract();
    await this.policy(contract.node, { closeAfterRuns });
    return contract;
  }

  /** @param scope a node; null: all contracts */
  async policy(scope: string | null, more: object = {}): Promise<void> {
    const rules = { open: true, assign: 'none', closeAfterRuns: 3, group: true, groupWithin: 'PT6H', ...more };
    await this.world.database.query(
      `insert into contract_policy (id, scope, incidents, change_managed, updated_at, updated_by) values ($1, $2, $3, true, 0, 'test')`,
      [randomUUID(), scope, JSON.stringify(rules)],
    );
  }

  /** Adds results by one statement. */
  async store({ node }: Pick<TestContract, 'node'>, results: Results): Promise<void> {
    await this.world.database.query(
      `insert into contract_result (contract, timestamp, id, status, origin, body, details)
       select $1, at, gen_random_uuid(), status, 'pushed', '{}', '{}' from unnest($2::bigint[], $3::text[]) v (at, status)`,
      [node, results.map(([hour]) => instantOf(hour)), results.map(([, status]) => status)],
    );
  }

  /** Changes the statuses of results by one statement. */
  async replace({ node }: Pick<TestContract, 'node'>, results: Results): Promise<void> {
    await this.world.database.query(
      `update contract_result r set status = v.status from unnest($2::bigint[], $3::text[]) v (at, status)
        where r.contract = $1 and r.timestamp = v.at`,
      [node, results.map(([hour]) => instantOf(hour)), results.map(([, status]) => status)],
    );
  }

  /** Deletes results by one statement. */
  async remove({ node }: Pick<TestContract, 'node'>, hours: readonly number[]): Promise<void> {
    const text = `delete from contract_result where contract = $1 and timestamp = any($2)`;
    await this.world.database.query(text, [node, hours.map(instantOf)]);
  }

  /** In the order in which they were opened, with all that has come. */
  async incidents({ node }: Pick<TestContract, 'node'>): Promise<ShownIncident[]> {
    await this.follow();
    const rows = await this.world.database.query<IncidentRow & object>(
      `select opened_at::text, failures::int, good_runs::int, last_result, resolved_at::text
         from contract_incident where contract = $1 order by place`,
      [node],
    );
    return rows.map(({ opened_at: openedAt, failures, good_runs: goodRuns, last_result: last, resolved_at: end }) => ({
      ...{ openedAt: hourOf(openedAt), failures, goodRuns },
      last: last && [hourOf(last.timestamp), last.status],
      resolvedAt: end === null ? null : hourOf(end),
    }));
  }
}
