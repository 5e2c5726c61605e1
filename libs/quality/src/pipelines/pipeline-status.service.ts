import { EntityReader, entityTypes, type EntityAnswer } from '@app/catalog';
import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { OWN_SOURCE } from '../observations/observation';
import { ObservationRepository } from '../observations/observation.repository';
import type { SeriesQuery } from '../series/series-list';
import { SeriesReader } from '../series/series-reader';
import { TargetFinder } from '../target/target-finder';
import { PIPELINE_STATUSES, PipelineStatusRepository } from './pipeline-status.repository';

const TYPE = 'pipeline';

/** States of a run in the words of the interface. */
export const PIPELINE_STATES = ['queued', 'success', 'failed', 'running', 'partialSuccess', 'stopped'];
/** The same in the words of the connectors to orchestrators. */
export const EXECUTION_STATUSES = ['Successful', 'Failed', 'Pending', 'Skipped'];

/** One run of a pipeline as it stood at some time; one of its times is there, all in epoch ms. */
export interface SentPipelineStatus {
  readonly pipelineState?: string;
  readonly executionStatus?: string;
  /** Its identity: a status at the same time replaces. */
  readonly timestamp?: number;
  readonly startDate?: number;
  readonly endDate?: number;
}

/** Runs of pipelines as they were reported. One that ended with success is a refresh of the pipeline itself. */
@Injectable()
export class PipelineStatusService {
  constructor(
    private readonly targets: TargetFinder,
    private readonly statuses: PipelineStatusRepository,
    private readonly observations: ObservationRepository,
    private readonly series: SeriesReader,
    private readonly reader: EntityReader,
  ) {}

  /**
   * The pipeline with its newest status. A status at the same timestamp is replaced, with the refresh that it reported; of several at one
   * timestamp the last one counts.
   */
  async push(actor: Actor, pipeline: string, sent: readonly SentPipelineStatus[]): Promise<EntityAnswer> {
    const target = await this.targets.find(actor, TYPE, pipeline, 'EditTests');
    const statuses = new Map(sent.map((status) => [timestampOf(status), status]));
    const entityType = entityTypes.get(TYPE);
    return this.targets.change(target, async (tx) => {
      for (const [timestamp, { timestamp: _, ...body }] of statuses) {
        await this.statuses.put(tx, target.node, timestamp, body);
        const source = `${OWN_SOURCE}pipelineStatus/${timestamp}`;
        await this.observations.replaceDerived(tx, target.node, source, refreshesOf(body, timestamp, source));
      }
      if (statuses.size) await this.statuses.showNewest(tx, target.node);
      return this.reader.whole({ tx, entityType }, target.id, 'non-deleted');
    });
  }

  /** A page of statuses as JSON text, newest first. */
  async list(actor: Actor, pipeline: string, query: SeriesQuery): Promise<string> {
    const target = await this.targets.find(actor, TYPE, pipeline, 'ViewBasic');
    return this.series.page(PIPELINE_STATUSES, target, query);
  }
}

function timestampOf({ timestamp, endDate, startDate }: SentPipelineStatus): number {
  return (timestamp ?? endDate ?? startDate) as number;
}

/** A run that ended with success has brought new data. */
function refreshesOf({ pipelineState, executionStatus, endDate }: SentPipelineStatus, at: number, source: string) {
  const hasSucceeded = pipelineState === 'success' || executionStatus === 'Successful';
  return hasSucceeded ? [{ timestamp: endDate ?? at, kind: 'refresh' as const, source }] : [];
}
