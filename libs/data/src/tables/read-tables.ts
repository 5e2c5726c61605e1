import { EntityFinder, toEntityKey, type FoundEntity } from '@app/catalog';
import { notFound, type Actor, type Operation } from '@app/common';
import { Injectable } from '@nestjs/common';
import { TableChecksRepository } from './table-checks.repository';

/** A table of which data is read, with the service that says where it lies. */
export interface ReadTable {
  readonly asset: FoundEntity;
  readonly service: FoundEntity;
}

/** Finds tables of which data is read. */
@Injectable()
export class ReadTables {
  constructor(
    private readonly entities: EntityFinder,
    private readonly tables: TableChecksRepository,
  ) {}

  /** @param table by id or FQN. @throws {AppError} NOT_FOUND, FORBIDDEN */
  async find(actor: Actor, table: string, operation: Operation): Promise<ReadTable> {
    const asset = await this.entities.findFor(actor, operation, 'table', toEntityKey(table), table);
    const service = await this.tables.serviceOf(asset.node);
    if (!service) throw notFound('table', table);
    return { asset, service };
  }
}
