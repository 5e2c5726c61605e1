import { Readable } from 'node:stream';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../types/entity-types';
import { EntityFinder } from '../../read/entity-finder';
import { EntityReader } from '../../read/entity-reader';
import { filterCondition } from '../../query/list-filter';
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
    private readonly containers: EntityFinder,
    private readonly visibility: Visibility,
    private readonly reader: EntityReader,
  ) {}

  /**
   * Schemas ordered by FQN, within each the tables by name: the same order in every catalog. The first page is read before this
   * returns.
   * @throws {AppError} FORBIDDEN, NOT_FOUND
   */
  async pages(actor: Actor, container: TableContainer): Promise<TablePages> {
    this.visibility.requireType(actor, 'table');
    return begun(this.inSchemas(actor, await this.schemas(actor, container)));
  }

  /** `pages`, of one table alone. @throws {AppError} FORBIDDEN, NOT_FOUND */
  async one(actor: Actor, fqn: string): Promise<TablePages> {
    const entityType = entityTypes.get('table');
    const { json } = await this.reader.get(actor, entityType, { fqn }, '*', 'non-deleted');
    return Readable.from([[tableBody(entityType, JSON.parse(json) as Record<string, unknown>)]]);
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
    const { node } = await this.containers.findFor(actor, 'ViewBasic', CONTAINERS[by], { fqn });
    const rows = await this.database.read<{ fqn: string }>(
      {
        name: `transfer-schemas-${by}`,
        text: `select e.fqn from entity e where e.type = 'databaseSchema' and e.${SCHEMAS_BY[by]} = $1 and e.deleted_by is null order by e.fqn`,
      },
      [node],
    );
    return rows.map((row) => row.fqn);
  }
}
