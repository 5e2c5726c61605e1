import { badRequest, notFound } from '@app/common';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import { EntityReader } from './entity-reader';
import { allFields } from './field-list';
import { HiddenReferences } from './visibility/hidden-references';
import { Visibility } from './visibility/visibility';

const HISTORY = {
  name: 'entity-history',
  text: `select v.document::text as json from entity_version v join entity e on e.node = v.node
          where e.id = $1 and e.type = $2 order by v.version desc`,
};

const ONE_VERSION = {
  name: 'entity-version',
  text: `select v.document::text as json from entity_version v join entity e on e.node = v.node
          where e.id = $1 and e.type = $2 and v.version = $3`,
};

/** The states that an entity had, the present one included. */
@Injectable()
export class EntityVersions {
  constructor(
    private readonly database: Database,
    private readonly reader: EntityReader,
    private readonly visibility: Visibility,
    private readonly references: HiddenReferences,
  ) {}

  /** `{"entityType": …, "versions": […]}`, newest first, as JSON text. */
  async list(actor: Actor, entityType: EntityType, id: string): Promise<string> {
    this.visibility.condition(actor, entityType);
    await this.visibility.requireVisible(this.database, actor, entityType, { id });
    const current = await this.reader.read(this.database, entityType, { id }, allFields(entityType), 'all');
    const before = await this.database.read<{ json: string }>(HISTORY, [id, entityType.type]);
    const versions = await this.references.strip(this.database, actor, [
      current.json,
      ...before.map(({ json }) => json),
    ]);
    return `{"entityType":"${entityType.type}","versions":[${versions.join(',')}]}`;
  }

  /** @param version such as `0.3` */
  async one(actor: Actor, entityType: EntityType, id: string, version: string): Promise<string> {
    const document = await this.stored(actor, entityType, id, version);
    const [shown] = await this.references.strip(this.database, actor, [document]);
    return shown as string;
  }

  private async stored(actor: Actor, entityType: EntityType, id: string, version: string): Promise<string> {
    this.visibility.condition(actor, entityType);
    await this.visibility.requireVisible(this.database, actor, entityType, { id });
    if (!/^\d{1,8}(\.\d)?$/.test(version))
      throw badRequest(`${version} is not a version; a version is a number such as 0.3`);
    const current = await this.reader.read(this.database, entityType, { id }, allFields(entityType), 'all');
    if (Number(current.version) === Number(version)) return current.json;
    const tenths = Math.round(Number(version) * 10);
    const [row] = await this.database.read<{ json: string }>(ONE_VERSION, [id, entityType.type, tenths]);
    if (!row) throw notFound(entityType.type, `${id} in version ${version}`);
    return row.json;
  }
}
