import { EntityReader, entityTypes, writerKey } from '@app/catalog';
import type { EntityAnswer } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { OWN_SOURCE } from '../observations/observation';
import { ObservationRepository } from '../observations/observation.repository';
import type { SeriesQuery } from '../series/series-list';
import { SeriesReader } from '../series/series-reader';
import { TargetFinder } from '../target/target-finder';
import { PIPELINE_STATUSES, PipelineStatusRepository } from './pipeline-status.repository';
import { readPipelineStatus } from './pipeline-status.schema';

const TYPE = 'pipeline';

/** Runs of pipelines as they were reported. One that ended with success is a refresh of the pipeline itself. */
@Injectable()
export class PipelineStatusService {
  constructor(
    private readonly database: Database,
    private readonly targets: TargetFinder,
    private readonly statuses: PipelineStatusRepository,
    private readonly observations: ObservationRepository,
    private readonly series: SeriesReader,
    private readonly reader: EntityReader,
  ) {}

  /** The pipeline with its newest status. A status at the same timestamp is replaced, with the refresh that it reported. */
  async push(actor: Actor, pipeline: string, body: unknown): Promise<EntityAnswer> {
    const status = readPipelineStatus(body);
    const target = await this.targets.find(actor, TYPE, pipeline, 'EditTests');
    const source = `${OWN_SOURCE}pipelineStatus/${status.timestamp}`;
    const { succeededAt } = status;
    const refreshes = succeededAt === undefined ? [] : [{ timestamp: succeededAt, kind: 'refresh' as const, source }];
    const entityType = entityTypes.get(TYPE);
    return this.database.queuedTransaction([writerKey(TYPE, target)], async (tx) => {
      await this.targets.lock(tx, target);
      await this.statuses.put(tx, target.node, status);
      await this.statuses.showNewest(tx, target.node);
      await this.observations.replaceDerived(tx, target.node, source, refreshes);
      return this.reader.whole({ tx, entityType }, target.id, 'non-deleted');
    });
  }

  /** A page of statuses as JSON text, newest first. */
  async list(actor: Actor, pipeline: string, query: SeriesQuery): Promise<string> {
    const target = await this.targets.find(actor, TYPE, pipeline, 'ViewBasic');
    return this.series.page(PIPELINE_STATUSES, target, query);
  }
}
