import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { DataRunService, type DataRunAnswer, type DataRunOptions } from '../runs/request/data-run.service';
import { ReadTables } from '../tables/read-tables';

export interface AskedProfile {
  /** Median and quartiles, too. */
  readonly quantiles: boolean;
}

/** Asks for profiles of tables on their sources. */
@Injectable()
export class TableProfiles {
  constructor(
    private readonly tables: ReadTables,
    private readonly runs: DataRunService,
  ) {}

  /**
   * @param table by id or FQN
   * @throws {AppError} NOT_FOUND, FORBIDDEN; CONFLICT where the service's data may not be read
   */
  async request(
    actor: Actor,
    table: string,
    { quantiles }: AskedProfile,
    options: DataRunOptions,
  ): Promise<DataRunAnswer> {
    const { asset, service } = await this.tables.find(actor, table, 'CheckData');
    const request = { ...(quantiles && { quantiles }) };
    return this.runs.request(actor, { kind: 'profile', request, service, asset, joins: true }, options);
  }
}
