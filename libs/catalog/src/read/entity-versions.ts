import { badRequest, KeysetPages, notFound, PAGE_BYTES, type Actor, type KeysetPage } from '@app/common';
import { Database, LargeReads } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { EntityReader } from './entity-reader';
import { HiddenReferences } from '../visibility/hidden-references';
import { Visibility } from '../visibility/visibility';

/** Limits one page of older versions by size in bytes. Sizes are summed before any document is read. */
const HISTORY = {
  name: 'entity-history',
  text: `
    select h.document::text as json, h.version, h.has_next
      from (select v.document, v.version, lead(v.version) over walk is not null as has_next,
                   sum(v.document_bytes) over (walk rows unbounded preceding) - v.document_bytes as bytes_before
              from entity_version v join entity e on e.node = v.node
             where e.id = $1 and e.type = $2 and v.version < $3
            window walk as (order by v.version desc)) h
     where h.bytes_before < $4 order by h.version desc`,
};

interface HistoryRow {
  readonly json: string;
  /** In tenths. */
  readonly version: number;
  readonly has_next: boolean;
}

const ONE_VERSION = {
  name: 'entity-version',
  text: `select v.document::text as json from entity_version v join entity e on e.node = v.node
          where e.id = $1 and e.type = $2 and v.version = $3`,
};

/** Bytes of the newest older versions, as many as a page may have: known without reading them. */
const SIZE = {
  name: 'entity-history-size',
  text: `select coalesce(sum(v.document_bytes), 0)::float8 as bytes
           from (select h.document_bytes from entity e join entity_version h on h.node = e.node
                  where e.id = $1 and e.type = $2 and h.version <= $3 order by h.version desc limit $4) v`,
};
/** Histories of more bytes are read in a slot of the large reads. */
const LARGE_BYTES = 512 * 1024;
/** Versions whose sizes are looked at. */
const MOST_SIZES = 1_000;
const NEWEST = 2 ** 31 - 1;

/** All versions of an entity, including the current one. */
@Injectable()
export class EntityVersions {
  constructor(
    private readonly database: Database,
    private readonly reader: EntityReader,
    private readonly visibility: Visibility,
    private readonly references: HiddenReferences,
    private readonly pages: KeysetPages,
    private readonly large: LargeReads,
  ) {}

  /**
   * `{"entityType": …, "versions": […]}`, newest first, as JSON text. If they exceed the page size, the page ends early and has
   * `paging.after`.
   * @throws {AppError} SERVICE_UNAVAILABLE
   */
  async list(actor: Actor, entityType: EntityType, id: string, after?: string): Promise<string> {
    this.visibility.condition(actor, entityType);
    await this.visibility.requireVisible(this.database, actor, entityType, { id });
    const page = this.pages.open(`versions ${entityType.type} ${id}`, { after });
    const isLarge = await this.isLarge(entityType, id, { upTo: NEWEST, versions: MOST_SIZES });
    return this.large.read(isLarge, () => this.text(actor, entityType, id, page));
  }

  private async text(actor: Actor, entityType: EntityType, id: string, page: KeysetPage): Promise<string> {
    const current = page.boundary ? undefined : await this.reader.read(this.database, entityType, id);
    const below = current ? tenthsOf(current.version) : Number(page.boundary?.keys[0]);
    const room = Math.max(1, PAGE_BYTES - (current?.json.length ?? 0));
    const older = await this.database.read<HistoryRow>(HISTORY, [id, entityType.type, below, room]);
    const texts = [...(current ? [current.json] : []), ...older.map(({ json }) => json)];
    const versions = await this.references.strip(this.database, actor, texts);
    const last = older.at(-1);
    const paging = last?.has_next ? `,"paging":${JSON.stringify({ after: page.cursor('after', [last.version]) })}` : '';
    return `{"entityType":"${entityType.type}","versions":[${versions.join(',')}]${paging}}`;
  }

  private async isLarge(
    { type }: EntityType,
    id: string,
    { upTo, versions }: { readonly upTo: number; readonly versions: number },
  ): Promise<boolean> {
    const [size] = await this.database.read<{ bytes: number }>(SIZE, [id, type, upTo, versions]);
    return (size?.bytes ?? 0) > LARGE_BYTES;
  }

  /** @param version such as `0.3` */
  async one(actor: Actor, entityType: EntityType, id: string, version: string): Promise<string> {
    if (!/^\d{1,8}(\.\d)?$/.test(version))
      throw badRequest(`${version} is not a version; a version is a number such as 0.3`);
    const isLarge = await this.isLarge(entityType, id, { upTo: tenthsOf(version), versions: 1 });
    return this.large.read(isLarge, async () => {
      const document = await this.stored(actor, entityType, id, version);
      const [shown] = await this.references.strip(this.database, actor, [document]);
      return shown as string;
    });
  }

  private async stored(actor: Actor, entityType: EntityType, id: string, version: string): Promise<string> {
    this.visibility.condition(actor, entityType);
    await this.visibility.requireVisible(this.database, actor, entityType, { id });
    const current = await this.reader.read(this.database, entityType, id);
    if (Number(current.version) === Number(version)) return current.json;
    const [row] = await this.database.read<{ json: string }>(ONE_VERSION, [id, entityType.type, tenthsOf(version)]);
    if (!row) throw notFound(entityType.type, `${id} in version ${version}`);
    return row.json;
  }
}

/** `1.3` → 13 */
function tenthsOf(version: string): number {
  return Math.round(Number(version) * 10);
}
