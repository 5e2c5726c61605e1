import {
  BulkWriter,
  EntityDocuments,
  entityTypes,
  EntityWriter,
  parseFields,
  SubtreeRemover,
  writerKey,
} from '@app/catalog';
import { AppError, Semaphore, type Actor } from '@app/common';
import { ContractObservers } from '@app/contracts';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { changedNames, type CatalogDocument, type Members } from '../plan/table-members';
import { CrawlRepository, type SeenEntity } from '../state/crawl.repository';
import type { Crawl } from './crawl';

/** Changes of single entities at a time: each is a transaction of its own. */
const AT_ONCE = 4;
/** A document that another user changes between its read and its write is read again. */
const MOST_TRIES = 5;
/** Documents that are read together. */
const READ_TOGETHER = 100;

/** An entity after a change. */
export interface Changed {
  /** In tenths. */
  readonly version: number;
  /** Members that were changed; none: nothing was written. */
  readonly fields: readonly string[];
}

type GoneEntity = Pick<SeenEntity, 'id' | 'node'>;

/** An entity and what its members should be, by what they are. */
export interface Wanted {
  readonly id: string;
  readonly membersOf: (current: CatalogDocument) => Members;
}

/** Writes of crawls through the catalog, so that versions, events, search and contracts follow as of any other write. */
@Injectable()
export class CrawlWriter {
  private readonly lanes = new Semaphore({ atOnce: AT_ONCE });

  constructor(
    private readonly database: Database,
    private readonly repository: CrawlRepository,
    private readonly documents: EntityDocuments,
    private readonly bulk: BulkWriter,
    private readonly writer: EntityWriter,
    private readonly remover: SubtreeRemover,
    private readonly contracts: ContractObservers,
  ) {}

  /**
   * Makes entities that are not there. Entities created by others meanwhile are unchanged, unless it is made in the same instant.
   * @returns for each body its id, or why it was refused
   */
  async create(actor: Actor, type: string, bodies: readonly object[]): Promise<(string | AppError)[]> {
    if (!bodies.length) return [];
    const outcomes = await this.bulk.put(actor, entityTypes.get(type), bodies);
    return outcomes.map((outcome) => {
      if (!('error' in outcome)) return outcome.id;
      if (outcome.error instanceof AppError) return outcome.error;
      throw outcome.error;
    });
  }

  /** Restores what a crawl has deleted, and notes it down in the same transaction: a second attempt knows of it. */
  async restore({ actor, context }: Crawl, type: string, id: string): Promise<void> {
    const entityType = entityTypes.get(type);
    await this.database.queuedTransaction(
      [writerKey(type, { id })],
      async (tx) => {
        await context.fence(tx);
        await this.remover.restoreIn({ tx, actor, entityType }, id);
        await this.repository.keep(tx, context.run.id, [{ id, outcome: 'restored' }]);
      },
      actor.origin,
    );
  }

  /**
   * Deletes softly, with what lies below. The contract of a table fails first, in the same transaction: there is no moment at which it is
   * deleted and has passed last.
   *
   * @throws {AppError} NOT_FOUND; BAD_REQUEST where something lies below, and is not to go along
   */
  async remove({ actor, context }: Crawl, type: string, { id, node }: GoneEntity): Promise<void> {
    const entityType = entityTypes.get(type);
    const isTable = type === 'table';
    await this.database.queuedTransaction(
      [writerKey(type, { id })],
      async (tx) => {
        await context.fence(tx);
        if (isTable) await this.contracts.assetGone(tx, actor, node);
        await this.remover.removeIn({ tx, actor, entityType }, { id }, { hardDelete: false, recursive: isTable });
      },
      actor.origin,
    );
  }

  /** Renames an entity, with the FQNs of all that lies below. @throws {AppError} */
  async rename(actor: Actor, type: string, id: string, name: string): Promise<void> {
    await this.writer.patch(actor, entityTypes.get(type), { id }, [{ op: 'replace', path: '/name', value: name }]);
  }

  /**
   * Gives each entity the members that it should have. Where it is changed at the same time, what it should be is asked again.
   * @param fields of the document that `membersOf` reads, beside those of every answer
   * @returns for each its version and what was changed, or why it was refused
   */
  async update(
    actor: Actor,
    type: string,
    wanted: readonly Wanted[],
    { fields, isDryRun }: { readonly fields: string; readonly isDryRun: boolean },
  ): Promise<(Changed | AppError)[]> {
    const done: (Changed | AppError)[] = [];
    for (let from = 0; from < wanted.length; from += READ_TOGETHER) {
      const some = wanted.slice(from, from + READ_TOGETHER);
      const read = await this.read(
        type,
        some.map(({ id }) => id),
        fields,
      );
      const each = some.map((one) =>
        this.lanes.run(() => this.updateOne(actor, type, one, read.get(one.id), { fields, isDryRun })),
      );
      done.push(...(await Promise.all(each)));
    }
    return done;
  }

  private async updateOne(
    actor: Actor,
    type: string,
    { id, membersOf }: Wanted,
    read: CatalogDocument | undefined,
    { fields, isDryRun }: { readonly fields: string; readonly isDryRun: boolean },
  ): Promise<Changed | AppError> {
    const entityType = entityTypes.get(type);
    let current = read;
    for (let tries = 1; ; tries++) {
      if (!current) return new AppError('NOT_FOUND', `${type} instance for ${id} not found`);
      const version = Number(current.version);
      const members = membersOf(current);
      const changed = changedNames(members, current);
      if (!changed.length || isDryRun) return { version: tenths(version), fields: changed };
      try {
        const patch = changed.map((name) => operation(name, members[name]));
        const answer = await this.writer.patch(actor, entityType, { id }, patch, { precondition: [version] });
        return { version: tenths(Number(answer.version)), fields: changed };
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        if (error.code !== 'PRECONDITION_FAILED' || tries >= MOST_TRIES) return error;
        current = (await this.read(type, [id], fields)).get(id);
      }
    }
  }

  private async read(type: string, ids: readonly string[], fields: string): Promise<Map<string, CatalogDocument>> {
    const entityType = entityTypes.get(type);
    const found = await this.documents.several(this.database, ids, parseFields(entityType, fields, false));
    return new Map([...found].map(([id, { json }]) => [id, JSON.parse(json) as CatalogDocument]));
  }
}

function operation(name: string, value: unknown): object {
  return value === undefined ? { op: 'remove', path: `/${name}` } : { op: 'add', path: `/${name}`, value };
}

const tenths = (version: number): number => Math.round(version * 10);
