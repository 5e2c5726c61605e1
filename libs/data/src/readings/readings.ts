import { randomUUID } from 'node:crypto';
import { conflict, groupBy } from '@app/common';
import type { Transaction } from '@app/database';
import { isExecutable } from '@app/sources';
import { Injectable } from '@nestjs/common';
import { DataRunRepository } from '../runs/request/data-run.repository';
import type { AskedTable, ReadContract, ReadingRequest } from './reading-request';
import { ReadingRepository, type ExpectedTestCase, type NamedNode, type Reading } from './reading.repository';

/** The needs of the validation of a contract. */
export interface WantedEvidence {
  /** The asset, by its node: a bigint in decimal. */
  readonly asset: string;
  readonly contract: ReadContract;
  /** Ids of the test cases that it expects, of whatever table. */
  readonly testCases: readonly string[];
}

export interface PlannedReading {
  readonly service: NamedNode;
  readonly asset?: NamedNode;
  readonly request: ReadingRequest;
}

export interface ReadingAsker {
  /** The id of the result that waits for them. */
  readonly result: string;
  readonly requestedBy: string;
  /** Whether a caller waits for the validation: it has priority. */
  readonly isUrgent: boolean;
}

/** Readings of sources, as validations ask for them. */
@Injectable()
export class Readings {
  constructor(
    private readonly repository: ReadingRepository,
    private readonly runs: DataRunRepository,
  ) {}

  of(result: string): Promise<Reading[]> {
    return this.repository.of(result);
  }

  hasOpen(tx: Transaction, result: string): Promise<boolean> {
    return this.repository.hasOpen(tx, result);
  }

  /** One reading for each service, that of the asset first. Test cases of services that are not read, or that other tools run, are left out. */
  async plan({ asset, contract, testCases }: WantedEvidence): Promise<PlannedReading[]> {
    const subject = await this.repository.subject(asset);
    if (!subject) return [];
    const expected = testCases.length > 0 ? await this.repository.expected(testCases) : [];
    const read = expected.filter(({ isRead, definition }) => isRead && isExecutable(definition));
    const own = read.filter(({ service }) => service.node === subject.service.node);
    const tables = tablesOf(own, asset);
    const others = new Map(read.filter((one) => !own.includes(one)).map(({ service }) => [service.node, service]));
    return [
      { ...subject, request: { tables, contract } },
      ...[...others.values()].map((service) => ({
        service,
        request: { tables: tablesOf(read.filter((one) => one.service.node === service.node)) },
      })),
    ];
  }

  /** One reading for a result and a service, whatever is tried again. */
  async request(
    tx: Transaction,
    { service, asset, request }: PlannedReading,
    { result, requestedBy, isUrgent }: ReadingAsker,
  ): Promise<void> {
    await this.runs.request(tx, {
      ...{ id: randomUUID(), kind: 'reading', request, service, ...(asset && { asset }) },
      ...{ joinKey: `reading ${result} ${service.node}`, forResult: result },
      ...{ trigger: 'contract', requestedBy, isAwaited: true, isUrgent },
    });
  }

  /** @param contract by its node @throws {AppError} CONFLICT where the data of its asset may not be read */
  async requireAccess(contract: string, tx?: Transaction): Promise<void> {
    const access = await this.repository.access(contract, tx);
    if (!access || access.service === null)
      throw conflict('The asset of the contract is no table: it has no data to read');
    if (access.isRead) return;
    const why =
      access.suspendedBy === null ? '' : `: it is suspended, since ${access.suspendedBy} changed its connection`;
    throw conflict(`Service ${access.service} has no data access${why}`);
  }

  columnsSeenAt(table: string): Promise<number | undefined> {
    return this.repository.columnsSeenAt(table);
  }
}

/** By table, that of the contract first, which is read in any case. */
function tablesOf(expected: readonly ExpectedTestCase[], own?: string): AskedTable[] {
  const byTable = groupBy(expected, ({ table }) => table);
  const tables = [...new Set([...(own === undefined ? [] : [own]), ...byTable.keys()])];
  return tables.map((table) => ({ table, testCases: (byTable.get(table) ?? []).map(({ id }) => id) }));
}
