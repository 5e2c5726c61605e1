import { randomUUID } from 'node:crypto';
import { lockContracts } from '@app/contracts';
import { Database, type Transaction } from '@app/database';
import { NO_POLICY } from '@app/agreements';
import { Injectable } from '@nestjs/common';
import { IncidentLine, type IncidentInput } from '../states/incident-line';
import { VerdictTimeline } from '../states/verdict-timeline';
import { IncidentInputRepository, type AskedVerdicts, type LatestIncident } from './incident-input.repository';

/** Contracts whose input one transaction follows. */
const BLOCK = 100;

/**
 * Makes of what came for incidents (`incident_input`) what it does to them: the states are those of `IncidentLine`. Reads and actions do so first, so that they
 * see what was stored before them, and a worker within seconds; once, behind the locks of the contracts.
 */
@Injectable()
export class IncidentFollower {
  constructor(
    private readonly database: Database,
    private readonly inputs: IncidentInputRepository,
  ) {}

  /** Follows all input that has come so far, in a few statements for a block of contracts. */
  async follow(): Promise<void> {
    const last = await this.inputs.last();
    if (last === undefined) return;
    for (;;) {
      const contracts = await this.inputs.contracts(last, BLOCK);
      if (!contracts.length) return;
      await this.database.transaction(async (tx) => {
        await lockContracts(tx, contracts);
        await this.followLocked(tx, contracts);
      });
    }
  }

  /** Follows the input of contracts, and their ends by date. Behind their locks. */
  async followLocked(tx: Transaction, contracts: readonly string[]): Promise<void> {
    const inputs = await this.inputs.take(tx, contracts);
    const latest = await this.inputs.latest(tx, contracts);
    const timelines = await this.timelines(tx, inputs, latest);
    const followed = contracts.map((contract) => {
      const before = latest.get(contract);
      const line = new IncidentLine(before, timelines.get(contract), randomUUID);
      for (const input of inputs.get(contract) ?? []) line.follow(input);
      if (before) line.follow({ at: before.readAt, endedAt: before.contractEndedAt, added: [], removed: [] });
      return [contract, line.changes] as const;
    });
    await this.inputs.store(tx, new Map(followed));
  }

  /**
   * Opens an incident manually, if none is open: under the effective rules, else under those of no policy. Under the lock of the
   * contract, whose input has been followed.
   *
   * @param by id of the user
   * @returns its id
   */
  async openByHand(tx: Transaction, contract: string, by: string, details: object): Promise<string> {
    const { now, rules, newest } = await this.inputs.byHand(tx, contract);
    const at = Number(now);
    const before = (await this.inputs.latest(tx, [contract])).get(contract);
    const last = newest === null ? undefined : Number(newest);
    const asked = { contract, since: at, at: last === undefined ? [] : [last] };
    const present = (await this.inputs.verdicts(tx, [asked])).get(contract) ?? [];
    const line = new IncidentLine(before, new VerdictTimeline(present, []), randomUUID);
    const beginning = { at, openedAt: at, rules: rules ?? NO_POLICY.incidents, by, details };
    const id = line.openByHand(beginning, last);
    await this.inputs.store(tx, new Map([[contract, line.changes]]));
    return id;
  }

  /** The verdicts before their input of those contracts that have to be counted. */
  private async timelines(
    tx: Transaction,
    inputs: ReadonlyMap<string, readonly IncidentInput[]>,
    latest: ReadonlyMap<string, LatestIncident>,
  ): Promise<Map<string, VerdictTimeline>> {
    const counted = [...inputs].filter(([contract, some]) => IncidentLine.needsTimeline(latest.get(contract), some));
    const asked = counted.map(([contract, some]) => askedFor(contract, some, latest.get(contract)));
    const verdicts = await this.inputs.verdicts(tx, asked);
    return new Map(
      counted.map(([contract, some]) => [contract, new VerdictTimeline(verdicts.get(contract) ?? [], some)]),
    );
  }
}

/** The verdicts that incidents count which are open, or which the input may open, and the newest ones, which they show. */
function askedFor(
  contract: string,
  inputs: readonly IncidentInput[],
  latest: LatestIncident | undefined,
): AskedVerdicts {
  const added = inputs.flatMap(({ added: some }) => some.map(({ timestamp }) => timestamp));
  const opened = latest && latest.status !== 'Resolved' ? [latest.openedAt] : [];
  const since = [...opened, ...added].reduce((one, other) => Math.min(one, other), Number.MAX_SAFE_INTEGER);
  return { contract, since, at: inputs.flatMap(({ newest }) => newest ?? []) };
}
