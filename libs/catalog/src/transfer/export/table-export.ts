import { Readable } from 'node:stream';
import { notFound, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../definition/entity-types';
import { EntityReader } from '../../read/entity-reader';
import { filterCondition } from '../../read/query/list-filter';
import { HiddenReferences } from '../../visibility/hidden-references';
import { Visibility } from '../../visibility/visibility';
import { begun, EntityPages } from './entity-pages';
import { tableBody, type TableBody } from './exported-body';
import type { TablePages } from './file-text';

/** Containers whose tables can be exported. */
export const CONTAINERS = {
  service: 'databaseService',
  database: 'database',
  databaseSchema: 'databaseSchema',
} as const;

export interface TableContainer {
  readonly by: keyof typeof CONTAINERS;
  readonly fqn: string;
}

/** The column of a schema's row that contains the container's node. */
const SCHEMAS_BY: Record<TableContainer['by'], string> = {
  service: 'root',
  database: 'parent',
  databaseSchema: 'node',
};

/** The live tables of a service, a database or a schema as create bodies. */
@Injectable()
export class TableExport {
  constructor(
    private readonly database: Database,
    private readonly entities: EntityPages,
    private readonly visibility: Visibility,
    private readonly references: HiddenReferences,
    private readonly reader: EntityReader,
  ) {}

  /**
   * Schemas ordered by FQN, within each the tables by name: the same order in every catalog. The first page is read before this
   * returns.
   * @throws {AppError} FORBIDDEN, NOT_FOUND
   */
  async pages(actor: Actor, container: TableContainer): Promise<TablePages> {
    for (const type of ['table', CONTAINERS[container.by]]) this.visibility.condition(actor, entityTypes.get(type));
    return begun(this.inSchemas(actor, await this.schemas(actor, container)));
  }

  /** `pages`, of one table alone. @throws {AppError} FORBIDDEN, NOT_FOUND */
  async one(actor: Actor, fqn: string): Promise<TablePages> {
    const entityType = entityTypes.get('table');
    const { json } = await this.reader.get(actor, entityType, { fqn }, '*', 'non-deleted');
    const texts = await this.references.strip(this.database, actor, [json]);
    return Readable.from([texts.map((text) => tableBody(entityType, JSON.parse(text) as Record<string, unknown>))]);
  }

  private async *inSchemas(actor: Actor, schemas: readonly string[]): AsyncGenerator<readonly TableBody[], void> {
    const entityType = entityTypes.get('table');
    for (const schema of schemas) {
      const lying = filterCondition(entityType, 'databaseSchema', schema);
      for await (const page of this.entities.pages(actor, 'table', [lying]))
        yield page.map((document) => tableBody(entityType, document));
    }
  }

  private async schemas(actor: Actor, { by, fqn }: TableContainer): Promise<string[]> {
    const type = CONTAINERS[by];
    const [found] = await this.database.read<{ node: string; id: string }>(
      {
        name: 'transfer-container',
        text: `select e.node, e.id from entity e where e.type = $1 and (md5(e.fqn)::uuid) = md5($2)::uuid and e.fqn = $2 and e.deleted_by is null`,
      },
      [type, fqn],
    );
    if (!found) throw notFound(type, fqn);
    await this.visibility.requireVisible(this.database, actor, entityTypes.get(type), found, fqn);
    const rows = await this.database.read<{ fqn: string }>(
      {
        name: `transfer-schemas-${by}`,
        text: `select e.fqn from entity e where e.type = 'databaseSchema' and e.${SCHEMAS_BY[by]} = $1 and e.deleted_by is null order by e.fqn`,
      },
      [found.node],
    );
    return rows.map((row) => row.fqn);
  }
}
