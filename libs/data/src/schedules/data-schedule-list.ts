import { EntityFinder, toEntityKey } from '@app/catalog';
import type { Actor } from '@app/common';
import { Schedules } from '@app/schedules';
import { Injectable } from '@nestjs/common';
import type { DataScheduleDocument, SCHEDULED_KINDS } from './data-ticks';

/** Exactly one of the two, by id or FQN. */
export interface DataScheduleQuery {
  /** The service whose crawls are scheduled. */
  readonly service?: string;
  /** The table whose checks are scheduled. */
  readonly asset?: string;
}

/** A schedule with its kind of runs. */
export interface ListedDataSchedule extends DataScheduleDocument {
  readonly kind: (typeof SCHEDULED_KINDS)[number];
}

/** Lists the schedules of one service or table, also where there are none. */
@Injectable()
export class DataScheduleList {
  constructor(
    private readonly entities: EntityFinder,
    private readonly schedules: Schedules,
  ) {}

  /** @throws {AppError} NOT_FOUND for the service or table, FORBIDDEN */
  list(actor: Actor, { service, asset }: DataScheduleQuery): Promise<readonly ListedDataSchedule[]> {
    return service === undefined
      ? this.of(actor, 'check', 'table', asset!)
      : this.of(actor, 'crawl', 'databaseService', service);
  }

  private async of(
    actor: Actor,
    kind: ListedDataSchedule['kind'],
    type: string,
    key: string,
  ): Promise<readonly ListedDataSchedule[]> {
    const target = await this.entities.findFor(actor, 'ViewBasic', type, toEntityKey(key), key);
    const schedule = await this.schedules.find({ target, kind });
    return schedule ? [{ kind, ...schedule }] : [];
  }
}
