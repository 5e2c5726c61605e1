import { joinFqn } from '@app/catalog';
import { AppError, attemptAsync, jsonKey, uuidOfText } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { followedDescription, OWN, type Comments } from '../plan/comments';
import { CrawlRepository, type KnownEntity, type Seen } from '../state/crawl.repository';
import { FIRST_VERSION, outcomeOf, outcomeOfUnchanged, requireGoingOn, type Crawl } from './crawl';
import { CrawlWriter, type Wanted } from './crawl-writer';

/** A database or schema of the source. */
export interface SourceContainer {
  readonly name: string;
  readonly comment?: string | undefined;
}

/** `open`: it may be written in; `closed`: people have deleted it; `refused`: the catalog has refused it. */
export type ContainerState = 'open' | 'closed' | 'refused';

interface ContainerType {
  readonly type: 'database' | 'databaseSchema';
  /** The property that names what it lies in, and its FQN. */
  readonly parent: { readonly property: 'service' | 'database'; readonly fqn: string };
}

interface Placed extends SourceContainer {
  readonly fqn: string;
  readonly comments: Comments;
  readonly digest: string;
}

interface There {
  readonly one: Placed;
  readonly entity: KnownEntity;
}

/** Containers (databases, schemas) that are looked up and written together. */
const BLOCK = 500;

/** Brings databases and schemas into the catalog. They are made where they are missing; else nothing but their comment follows the source. */
@Injectable()
export class ContainerCrawl {
  constructor(
    private readonly database: Database,
    private readonly repository: CrawlRepository,
    private readonly writer: CrawlWriter,
  ) {}

  /** The states of the containers by name. */
  async bring(
    crawl: Crawl,
    container: ContainerType,
    all: readonly SourceContainer[],
  ): Promise<Map<string, ContainerState>> {
    const states = new Map<string, ContainerState>();
    for (let from = 0; from < all.length; from += BLOCK) {
      requireGoingOn(crawl);
      const placed = all.slice(from, from + BLOCK).map((one) => placedIn(container, one));
      await this.bringBlock(crawl, container, placed, states);
    }
    return states;
  }

  private async bringBlock(
    crawl: Crawl,
    container: ContainerType,
    all: readonly Placed[],
    states: Map<string, ContainerState>,
  ): Promise<void> {
    const { report, context } = crawl;
    const known = await this.repository.known(
      container.type,
      all.map(({ fqn }) => fqn),
    );
    const [missing, there] = [all.filter(({ fqn }) => !known.has(fqn)), all.filter(({ fqn }) => known.has(fqn))];
    const seen = [
      ...(await this.make(crawl, container, missing, states)),
      ...(await this.follow(crawl, container, there, known, states)),
    ];
    if (report.isDryRun) return;
    await this.database.transaction(async (tx) => {
      await context.fence(tx);
      await this.repository.keep(tx, context.run.id, seen);
    });
  }

  private async make(
    { report, actor }: Crawl,
    { type, parent }: ContainerType,
    missing: readonly Placed[],
    states: Map<string, ContainerState>,
  ): Promise<Seen[]> {
    for (const { name } of missing) states.set(name, 'open');
    if (report.isDryRun) return [];
    const bodies = missing.map(({ name, comment }) => ({
      ...{ name, [parent.property]: parent.fqn },
      ...(comment !== undefined && { description: comment }),
    }));
    const made = await this.writer.create(actor, type, bodies);
    return missing.flatMap(({ name, fqn, comments, digest }, at): Seen[] => {
      const id = made[at]!;
      if (typeof id === 'string') return [{ id, outcome: 'created', comments, digest, version: FIRST_VERSION }];
      states.set(name, 'refused');
      report.fault({ code: 'notWritten', subject: fqn, message: id.message });
      return [];
    });
  }

  private async follow(
    crawl: Crawl,
    { type }: ContainerType,
    there: readonly Placed[],
    known: ReadonlyMap<string, KnownEntity>,
    states: Map<string, ContainerState>,
  ): Promise<Seen[]> {
    const { report, actor } = crawl;
    const compared: There[] = [];
    const seen: Seen[] = [];
    for (const one of there) {
      const entity = known.get(one.fqn)!;
      const state = await this.revive(crawl, type, { one, entity });
      states.set(one.name, state);
      if (state !== 'open') continue;
      const isSame = entity.digest === one.digest && entity.comparedVersion === entity.version;
      if (entity.deletedBy === null && isSame)
        seen.push({ ...keptOf(one, entity), outcome: outcomeOfUnchanged(crawl, entity), version: entity.version });
      else compared.push({ one, entity });
    }
    const wanted = compared.map(({ one, entity }): Wanted => ({
      id: entity.id,
      membersOf: ({ description }) => ({
        description: followedDescription(description, one.comment, entity.comments?.[OWN]),
      }),
    }));
    const changed = await this.writer.update(actor, type, wanted, { fields: '', isDryRun: report.isDryRun });
    for (const [at, { one, entity }] of compared.entries()) {
      const change = changed[at]!;
      if (change instanceof AppError) report.fault({ code: 'notWritten', subject: one.fqn, message: change.message });
      else {
        const { version, fields } = change;
        seen.push({ ...keptOf(one, entity), outcome: outcomeOf(crawl, entity, fields), version });
      }
    }
    return seen;
  }

  /** A deleted container is restored, unless people have deleted it. */
  private async revive(crawl: Crawl, type: ContainerType['type'], { one, entity }: There): Promise<ContainerState> {
    const { report } = crawl;
    if (entity.deletedBy === null || (entity.deletedBy === 'bot' && report.isDryRun)) return 'open';
    const about = { id: entity.id, type };
    if (entity.deletedBy === 'person') {
      const message = `The ${type} is in the source, and was deleted by people: it stays deleted with all its tables`;
      report.note({ code: 'deletedByPeople', subject: one.fqn, message, about });
      return 'closed';
    }
    const done = await attemptAsync(() => this.writer.restore(crawl, type, entity.id));
    if (!(done instanceof AppError)) return 'open';
    report.fault({ code: 'notWritten', subject: one.fqn, message: done.message, about });
    return 'refused';
  }
}

function placedIn({ parent }: ContainerType, { name, comment }: SourceContainer): Placed {
  const comments: Comments = comment === undefined ? {} : { [OWN]: comment };
  return { name, comment, fqn: joinFqn(parent.fqn, name), comments, digest: uuidOfText(jsonKey(comments)) };
}

const keptOf = ({ comments, digest }: Placed, { id }: KnownEntity): Pick<Seen, 'id' | 'comments' | 'digest'> => ({
  id,
  comments,
  digest,
});
