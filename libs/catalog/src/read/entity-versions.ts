import { badRequest, KeysetPages, notFound, PAGE_BYTES, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { EntityReader } from './entity-reader';
import { HiddenReferences } from './visibility/hidden-references';
import { Visibility } from './visibility/visibility';

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

/** All versions of an entity, including the current one. */
@Injectable()
export class EntityVersions {
  constructor(
    private readonly database: Database,
    private readonly reader: EntityReader,
    private readonly visibility: Visibility,
    private readonly references: HiddenReferences,
    private readonly pages: KeysetPages,
  ) {}

  /**
   * `{"entityType": …, "versions": […]}`, newest first, as JSON text. If they exceed the page size, the page ends early and has
   * `paging.after`.
   */
  async list(actor: Actor, entityType: EntityType, id: string, after?: string): Promise<string> {
    this.visibility.condition(actor, entityType);
    await this.visibility.requireVisible(this.database, actor, entityType, { id });
    const page = this.pages.open(`versions ${entityType.type} ${id}`, { after });
    const current = after === undefined ? await this.reader.read(this.database, entityType, id) : undefined;
    const below = current ? tenthsOf(current.version) : Number(page.place?.keys[0]);
    const room = Math.max(1, PAGE_BYTES - (current?.json.length ?? 0));
    const older = await this.database.read<HistoryRow>(HISTORY, [id, entityType.type, below, room]);
    const texts = [...(current ? [current.json] : []), ...older.map(({ json }) => json)];
    const versions = await this.references.strip(this.database, actor, texts);
    const last = older.at(-1);
    const paging = last?.has_next ? `,"paging":${JSON.stringify({ after: page.cursor('after', [last.version]) })}` : '';
    return `{"entityType":"${entityType.type}","versions":[${versions.join(',')}]${paging}}`;
  }

  /** @param version such as `0.3` */
  async one(actor: Actor, entityType: EntityType, id: string, version: string): Promise<string> {
    const document = await this.stored(actor, entityType, id, version);
    const [shown] = await this.references.strip(this.database, actor, [document]);
    return shown as string;
  }

  private async stored(actor: Actor, entityType: EntityType, id: string, version: string): Promise<string> {
    if (!/^\d{1,8}(\.\d)?$/.test(version))
      throw badRequest(`${version} is not a version; a version is a number such as 0.3`);
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
