import { AppError, attemptAsync } from '@app/common';
import { Database } from '@app/database';
import type { SourceTable } from '@app/sources';
import { Injectable } from '@nestjs/common';
import { rowSecurityWarning } from '../../tables/find-table';
import type { CrawledTable } from '../plan/crawled-table';
import type { TableTraits } from '../plan/renames';
import { COMPARED_FIELDS, tableMembers, type CatalogDocument } from '../plan/table-members';
import { CrawlRepository, type CrawlOutcome, type KnownEntity, type Seen } from '../state/crawl.repository';
import { FIRST_VERSION, outcomeOf, outcomeOfUnchanged, type Crawl } from './crawl';
import type { TableChange } from './crawl-report';
import { CrawlWriter } from './crawl-writer';

const TYPE = 'table';

/** A table of the source and its schema in the catalog. */
export interface PlacedTable {
  readonly fqn: string;
  /** FQN; people may have deleted it. */
  readonly schema: string;
  readonly isClosed: boolean;
  readonly source: SourceTable;
  readonly crawled: CrawledTable;
}

export interface BlockOutcome {
  /** Tables that are new in the catalog, to be recognised as renamed ones. */
  readonly made: readonly PlacedTable[];
  /** Tables that were refused, perhaps since one that they refer to is written later. */
  readonly refused: readonly PlacedTable[];
}

interface There {
  readonly table: PlacedTable;
  readonly known: KnownEntity;
}

/** Brings tables into the catalog. */
@Injectable()
export class TableCrawl {
  constructor(
    private readonly database: Database,
    private readonly repository: CrawlRepository,
    private readonly writer: CrawlWriter,
  ) {}

  /** @param isLast whether a refusal is final: it is reported */
  async bring(crawl: Crawl, tables: readonly PlacedTable[], isLast: boolean): Promise<BlockOutcome> {
    const { context, report } = crawl;
    const known = await this.repository.known(
      TYPE,
      tables.map(({ fqn }) => fqn),
    );
    if (!isLast) for (const table of tables) this.tellRights(crawl, table, known.get(table.fqn));
    const seen: Seen[] = [];
    const outcome = { made: [] as PlacedTable[], refused: [] as PlacedTable[] };
    const refuse = (table: PlacedTable, error: AppError): void => {
      outcome.refused.push(table);
      if (isLast) this.tellRefusal(crawl, table, known.get(table.fqn), error, seen);
    };
    const missing: PlacedTable[] = [];
    const compared: There[] = [];
    for (const table of tables) {
      const entity = known.get(table.fqn);
      if (table.isClosed || entity?.deletedBy === 'person') this.leave(crawl, table, entity);
      else if (table.source.doubt) this.leaveDoubtful(crawl, table, entity);
      else if (!entity) missing.push(table);
      else if (entity.deletedBy === null && isAsCompared(table, entity))
        this.count(
          crawl,
          { table, known: entity },
          { outcome: outcomeOfUnchanged(crawl, entity), version: entity.version },
          seen,
          outcome.made,
        );
      else compared.push({ table, known: entity });
    }
    await this.make(crawl, missing, { seen, made: outcome.made, refuse });
    await this.compare(crawl, compared, { seen, made: outcome.made, refuse });
    if (!report.isDryRun)
      await this.database.transaction(async (tx) => {
        await context.fence(tx);
        await this.repository.keep(tx, context.run.id, seen);
      });
    return outcome;
  }

  /** Warns of what the user of the connection does not see of a table. One that the catalog does not have yet may never have been meant to be read. */
  private tellRights({ report }: Crawl, { fqn, source }: PlacedTable, known: KnownEntity | undefined): void {
    const about = known && { id: known.id, type: TYPE };
    if (source.rowSecurity) report.note(rowSecurityWarning(fqn, about));
    if (!source.isRefused || !about) return;
    const message =
      'The user of the connection may not read the table: it stays as it is, and nothing of its data is judged';
    report.note({ code: 'notPermitted', subject: fqn, message, about });
  }

  private leave({ report }: Crawl, { fqn, isClosed }: PlacedTable, entity: KnownEntity | undefined): void {
    report.count('unchanged');
    // For a schema that people have deleted it is reported once.
    if (isClosed || !entity) return;
    const message = 'The table is in the source, and was deleted by people: it stays deleted';
    report.note({ code: 'deletedByPeople', subject: fqn, message, about: { id: entity.id, type: TYPE } });
  }

  /** A table that may be another one stays as it is, with all that people wrote at its columns. */
  private leaveDoubtful({ report }: Crawl, { fqn, source }: PlacedTable, entity: KnownEntity | undefined): void {
    report.count('unchanged');
    const about = entity && { about: { id: entity.id, type: TYPE } };
    report.note({ ...source.doubt!, subject: fqn, ...about });
  }

  private async make(crawl: Crawl, missing: readonly PlacedTable[], { seen, made, refuse }: Results): Promise<void> {
    const { report, actor } = crawl;
    const bodies = missing.map(({ crawled, schema }) => ({
      ...tableMembers(crawled),
      ...{ name: crawled.name, databaseSchema: schema },
    }));
    if (report.isDryRun) {
      for (const [at, table] of missing.entries()) {
        made.push(table);
        report.count('created');
        const { name: _name, databaseSchema: _schema, ...members } = bodies[at]!;
        report.change(table.fqn, 'created', fieldsOf(members));
      }
      return;
    }
    const ids = await this.writer.create(actor, TYPE, bodies.map(withoutNone));
    for (const [at, table] of missing.entries()) {
      const id = ids[at]!;
      if (id instanceof AppError) refuse(table, id);
      else {
        made.push(table);
        report.count('created');
        seen.push({ id, outcome: 'created', version: FIRST_VERSION, ...seenOf(crawl, table) });
      }
    }
  }

  private async compare(crawl: Crawl, there: readonly There[], { seen, made, refuse }: Results): Promise<void> {
    const { report, actor } = crawl;
    const open: There[] = [];
    for (const one of there) {
      const refusal = await this.revive(crawl, one);
      if (refusal) refuse(one.table, refusal);
      else open.push(one);
    }
    const wanted = open.map(({ table, known }) => ({
      id: known.id,
      membersOf: (current: CatalogDocument) => tableMembers(table.crawled, current, known.comments ?? undefined),
    }));
    const options = { fields: COMPARED_FIELDS, isDryRun: report.isDryRun };
    const changes = await this.writer.update(actor, TYPE, wanted, options);
    for (const [at, one] of open.entries()) {
      const change = changes[at]!;
      if (change instanceof AppError) refuse(one.table, change);
      else this.count(crawl, one, { ...change, outcome: outcomeOf(crawl, one.known, change.fields) }, seen, made);
    }
  }

  private async revive(crawl: Crawl, { known }: There): Promise<AppError | undefined> {
    if (known.deletedBy === null || crawl.report.isDryRun) return undefined;
    const done = await attemptAsync(() => this.writer.restore(crawl, TYPE, known.id));
    return done instanceof AppError ? done : undefined;
  }

  private count(
    crawl: Crawl,
    { table, known }: There,
    { outcome, version, fields = [] }: { outcome: CrawlOutcome; version: number; fields?: readonly string[] },
    seen: Seen[],
    made: PlacedTable[],
  ): void {
    const { report } = crawl;
    report.count(outcome);
    // By a former attempt of this run.
    if (outcome === 'created') made.push(table);
    if (outcome !== 'unchanged' && outcome !== 'failed')
      report.change(table.fqn, outcome satisfies TableChange, fields, { id: known.id, type: TYPE });
    seen.push({ id: known.id, outcome, version, ...seenOf(crawl, table) });
  }

  /** A table that is there has been seen all the same: it is not gone. */
  private tellRefusal(
    { report, rules }: Crawl,
    { fqn, source }: PlacedTable,
    known: KnownEntity | undefined,
    { message }: AppError,
    seen: Seen[],
  ): void {
    report.count('failed');
    const about = known && { id: known.id, type: TYPE };
    report.fault({ code: 'notWritten', subject: fqn, message, ...(about && { about }) });
    if (!known) return;
    const { nativeId, rowEstimate, sizeInByte, changedAt } = source;
    const facts = { nativeId, rowEstimate, sizeInByte, changedAt, withPartitions: rules.includePartitions };
    seen.push({ id: known.id, outcome: 'failed', ...facts });
  }
}

interface Results {
  readonly seen: Seen[];
  readonly made: PlacedTable[];
  readonly refuse: (table: PlacedTable, error: AppError) => void;
}

function isAsCompared({ crawled }: PlacedTable, { digest, comparedVersion, version }: KnownEntity): boolean {
  return digest === crawled.digest && comparedVersion === version;
}

function seenOf({ rules }: Crawl, { source, crawled }: PlacedTable): Omit<Seen, 'id' | 'outcome' | 'version'> {
  const { nativeId, rowEstimate, sizeInByte, changedAt } = source;
  const { digest, comments, likeness } = crawled;
  const withPartitions = rules.includePartitions;
  return { digest, comments, likeness, nativeId, rowEstimate, sizeInByte, changedAt, withPartitions };
}

export const traitsOf = (database: string, { fqn, source, crawled }: PlacedTable): TableTraits => ({
  ...{ fqn, database },
  ...(source.nativeId !== undefined && { nativeId: source.nativeId }),
  ...(crawled.likeness !== undefined && { likeness: crawled.likeness }),
});

const fieldsOf = (members: object): string[] => Object.keys(withoutNone(members));

/** The catalog takes an absent member for none, and refuses `null`. */
const withoutNone = <T extends object>(members: T): object =>
  Object.fromEntries(
    Object.entries(members).filter(([, value]) => value !== undefined && !(Array.isArray(value) && !value.length)),
  );
