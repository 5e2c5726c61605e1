import { LargeReads } from '@app/database';
import { AccessControl } from '@app/auth';
import { Visibility } from '@app/catalog';
import { KeysetPages } from '@app/common';
import { ContractGates } from '@app/contracts';
import { HiddenVerdicts, ResultRepository } from '@app/results';
import { BatchEvents, BatchService, RunEvents, type BatchAnswer } from '@app/validation';
import type { EventFeed, StreamEvent, StreamPart } from '@app/events';
import { BatchReconciler } from '../../../libs/validation/src/batches/batch-reconciler';
import { BatchSelection } from '../../../libs/validation/src/batches/batch-selection';
import { BatchRepository } from '../../../libs/validation/src/batches/batch.repository';
import { ADMIN } from '../runs/support/contract-world';
import { RunWorld, type TestBackend } from '../runs/support/run-world';

/** Batches and events on a world of runs. */
export class BatchWorld {
  readonly batches: BatchService;
  readonly keeper: BatchReconciler;
  readonly batchEvents: BatchEvents;
  readonly runEvents: RunEvents;

  private constructor(readonly runs: RunWorld) {
    const { database, contracts, dispatcher } = runs;
    const repository = new BatchRepository(database);
    const visibility = new Visibility(new AccessControl());
    const selection = new BatchSelection(database, contracts.finder, visibility, new ContractGates(database));
    const cursors = new KeysetPages(Buffer.alloc(32, 7));
    this.batches = new BatchService(database, selection, repository, runs.runs, dispatcher, cursors, visibility);
    this.keeper = new BatchReconciler(runs.feeds, dispatcher);
    this.batchEvents = new BatchEvents(database, repository, this.batches);
    this.runEvents = new RunEvents(
      database,
      contracts.finder,
      new ResultRepository(database, new LargeReads()),
      new HiddenVerdicts(database, visibility, new LargeReads()),
    );
  }

  static async create(backend?: TestBackend): Promise<BatchWorld> {
    return new BatchWorld(await RunWorld.create(backend));
  }

  destroy(): Promise<void> {
    return this.runs.destroy();
  }

  async validate(contractIds: readonly string[]): Promise<string> {
    return (await this.batches.create(ADMIN, { contractIds })).id;
  }

  read(id: string, limit = 0): Promise<BatchAnswer> {
    return this.batches.read(ADMIN, id, { limit });
  }

  /** All that a batch tells until it has ended. */
  async followed(id: string): Promise<StreamPart[]> {
    const reader = () => Promise.resolve(ADMIN);
    return collected(await this.batchEvents.follow(id, { reader, after: 0, signal: new AbortController().signal }));
  }

  /** The runs of all contracts with what became of them. */
  runsOf(trigger: string): Promise<{ contract: string; status: string }[]> {
    return this.runs.database.query(
      `select contract::text, status from contract_result where details ->> 'trigger' = $1 order by contract`,
      [trigger],
    );
  }
}

export async function collected({ parts }: EventFeed): Promise<StreamPart[]> {
  const all: StreamPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

/** The parts of a stream that are events. */
export function eventsOf(parts: readonly StreamPart[]): StreamEvent[] {
  return parts.filter((part) => typeof part === 'object' && 'event' in part);
}
