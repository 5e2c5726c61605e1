import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Series } from '../series/series';
import { PipelineStatus } from './pipeline-status.entity';

const JSON_OF_ROW = `r.body || jsonb_build_object('timestamp', r.timestamp)`;

export const PIPELINE_STATUSES: Series = { table: 'pipeline_status', key: 'pipeline', json: JSON_OF_ROW };

@Injectable()
export class PipelineStatusRepository {
  /** A status at the same timestamp is replaced. */
  async put(tx: Transaction, node: string, timestamp: number, body: object): Promise<void> {
    await tx.getRepository(PipelineStatus).upsert({ pipeline: node, timestamp, body }, ['pipeline', 'timestamp']);
  }

  /** Shows the newest status on the pipeline: a read-only attribute, so that its version stays. */
  async showNewest(tx: Transaction, node: string): Promise<void> {
    await query(tx, SHOW, [node]);
  }
}

const SHOW = `
  update entity set details = details || jsonb_build_object('pipelineStatus', newest.json)
    from (select ${JSON_OF_ROW} as json from pipeline_status r where r.pipeline = $1 order by r.timestamp desc limit 1) newest
   where node = $1 and details -> 'pipelineStatus' is distinct from newest.json`;
