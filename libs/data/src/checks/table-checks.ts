import { EntityFinder, toEntityKey, Visibility } from '@app/catalog';
import { isUuid, notFound, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { DataRunService, type DataRunAnswer, type DataRunOptions } from '../runs/request/data-run.service';
import { TableChecksRepository, type StoredCheck } from './table-checks.repository';

/** A test case by id or FQN. */
export interface NamedTestCase {
  readonly id?: string;
  readonly fullyQualifiedName?: string;
}

/** Asks for checks of a table on its source. */
@Injectable()
export class TableChecks {
  constructor(
    private readonly database: Database,
    private readonly entities: EntityFinder,
    private readonly visibility: Visibility,
    private readonly tables: TableChecksRepository,
    private readonly runs: DataRunService,
  ) {}

  /**
   * @param table by id or FQN
   * @param named which test cases; absent: all that can be computed
   * @throws {AppError} NOT_FOUND, also for a test case of another table; FORBIDDEN; CONFLICT where the service's data may not be read
   */
  async request(
    actor: Actor,
    table: string,
    named: readonly NamedTestCase[] | undefined,
    options: DataRunOptions,
  ): Promise<DataRunAnswer> {
    const asset = await this.entities.findFor(actor, 'CheckData', 'table', toEntityKey(table), table);
    const service = await this.tables.serviceOf(asset.node);
    if (!service) throw notFound('table', table);
    const request = named ? { testCases: await this.idsOf(actor, asset.node, named) } : {};
    return this.runs.request(actor, { kind: 'check', request, service, asset, joins: true }, options);
  }

  private async idsOf(actor: Actor, table: string, named: readonly NamedTestCase[]): Promise<string[]> {
    const checks = await this.tables.named(table, named);
    const hidden = await this.visibility.hiddenOf(
      this.database,
      actor,
      checks.map(({ id }) => ({ id, type: 'testCase' })),
    );
    const seen = checks.filter(({ id }) => !hidden.has(id));
    return named.map((one) => idOf(one, seen));
  }
}

/** @throws {AppError} NOT_FOUND */
function idOf({ id, fullyQualifiedName }: NamedTestCase, checks: readonly Pick<StoredCheck, 'id' | 'fqn'>[]): string {
  const found = checks.find((check) =>
    id === undefined ? check.fqn === fullyQualifiedName : isUuid(id) && check.id === id.toLowerCase(),
  );
  if (!found) throw notFound('testCase', id ?? fullyQualifiedName ?? '');
  return found.id;
}
