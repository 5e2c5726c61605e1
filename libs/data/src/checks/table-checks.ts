import { Visibility } from '@app/catalog';
import { isUuid, notFound, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Schedules } from '@app/schedules';
import { Injectable } from '@nestjs/common';
import { DataRunService, type DataRunAnswer, type DataRunOptions } from '../runs/request/data-run.service';
import type { DataScheduleDocument } from '../schedules/data-ticks';
import { requireOneKind, type TriedCheck } from './dry-run';
import { ReadTables } from '../tables/read-tables';
import { TableChecksRepository, type StoredCheck } from '../tables/table-checks.repository';

/** A test case by id or FQN. */
export interface NamedTestCase {
  readonly id?: string;
  readonly fullyQualifiedName?: string;
}

export interface AskedChecks {
  /** Absent: all that can be computed. */
  readonly testCases?: readonly NamedTestCase[];
  /** Whether the table is profiled in the same reading. */
  readonly profile: boolean;
  /** Checks that are tried, with `dryRun: true`: nothing of them is stored but the record of the run. */
  readonly definitions?: readonly TriedCheck[];
  readonly dryRun?: boolean;
}

const KIND = 'check';

/** Asks for checks of a table on its source, and says when they come by themselves. A table is named by id or FQN. */
@Injectable()
export class TableChecks {
  constructor(
    private readonly database: Database,
    private readonly found: ReadTables,
    private readonly visibility: Visibility,
    private readonly tables: TableChecksRepository,
    private readonly runs: DataRunService,
    private readonly schedules: Schedules,
  ) {}

  /** @throws {AppError} BAD_REQUEST; NOT_FOUND, also for a test case of another table; FORBIDDEN; CONFLICT where the service's data may not be read */
  async request(actor: Actor, table: string, asked: AskedChecks, options: DataRunOptions): Promise<DataRunAnswer> {
    requireOneKind(asked);
    const { testCases, profile, definitions } = asked;
    const { asset, service } = await this.found.find(actor, table, 'CheckData');
    if (definitions) {
      // SQL of one's own needs it as well, so that one right is asked for whatever is tried.
      await this.found.find(actor, table, 'EditTests');
      return this.runs.request(actor, { kind: KIND, request: { definitions }, service, asset, joins: false }, options);
    }
    const request = {
      ...(testCases && { testCases: await this.idsOf(actor, asset.node, testCases) }),
      ...(profile && { profile }),
    };
    return this.runs.request(actor, { kind: KIND, request, service, asset, joins: true }, options);
  }

  /** @throws {AppError} NOT_FOUND where there is none */
  async schedule(actor: Actor, table: string): Promise<DataScheduleDocument> {
    const { asset } = await this.found.find(actor, table, 'ViewBasic');
    return this.schedules.get({ target: asset, kind: KIND });
  }

  /** @throws {AppError} BAD_REQUEST, NOT_FOUND, FORBIDDEN */
  async putSchedule(
    actor: Actor,
    table: string,
    schedule: DataScheduleDocument,
  ): Promise<{ readonly schedule: DataScheduleDocument; readonly isNew: boolean }> {
    const { asset } = await this.found.find(actor, table, 'CheckData');
    return this.schedules.put(actor, { target: asset, kind: KIND }, schedule, { profile: schedule.profile ?? false });
  }

  /** @throws {AppError} NOT_FOUND where there is none */
  async removeSchedule(actor: Actor, table: string): Promise<void> {
    const { asset } = await this.found.find(actor, table, 'CheckData');
    await this.schedules.remove(actor, { target: asset, kind: KIND });
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
