import { Readable } from 'node:stream';
import { notFound, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../definition/entity-types';
import { EntityDocuments } from '../../read/entity-documents';
import { EntityReader } from '../../read/entity-reader';
import { EntityRepository } from '../../read/entity.repository';
import { allFields } from '../../read/field-list';
import { filterCondition } from '../../read/query/list-filter';
import type { Condition, ListQuestion } from '../../read/query/list-question';
import { HiddenReferences } from '../../read/visibility/hidden-references';
import { Visibility } from '../../read/visibility/visibility';
import { tableBody, type TableBody } from './table-body';
import type { TablePages } from './table-text';

/** Tables per read: a table of a thousand columns is about half a megabyte. */
const PAGE = 100;

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
    private readonly entities: EntityRepository,
    private readonly documents: EntityDocuments,
    private readonly visibility: Visibility,
    private readonly references: HiddenReferences,
    private readonly reader: EntityReader,
  ) {}

  /**
   * Schemas ordered by FQN, within each the tables by name: the same order in every catalog. Pages are read on demand, each
   * reflecting the state at that time. The first one is read before this returns.
   * @throws {AppError} FORBIDDEN, NOT_FOUND
   */
  async pages(actor: Actor, container: TableContainer): Promise<TablePages> {
    const visible = this.visibility.condition(actor, entityTypes.get('table'));
    const all = this.inSchemas(actor, await this.schemas(actor, container), visible ? [visible] : []);
    const first = await all.next();
    return (async function* () {
      if (first.done) return;
      yield first.value;
      yield* all;
    })();
  }

  /** As `pages`, of one table alone. @throws {AppError} FORBIDDEN, NOT_FOUND */
  async one(actor: Actor, fqn: string): Promise<TablePages> {
    const entityType = entityTypes.get('table');
    const { json } = await this.reader.get(actor, entityType, { fqn }, '*', 'non-deleted');
    const texts = await this.references.strip(this.database, actor, [json]);
    return Readable.from([texts.map((text) => tableBody(entityType, JSON.parse(text) as Record<string, unknown>))]);
  }

  private async *inSchemas(
    actor: Actor,
    schemas: readonly string[],
    visible: readonly Condition[],
  ): AsyncGenerator<readonly TableBody[], void> {
    for (const schema of schemas) yield* this.inSchema(actor, schema, visible);
  }

  private async *inSchema(
    actor: Actor,
    schema: string,
    visible: readonly Condition[],
  ): AsyncGenerator<readonly TableBody[], void> {
    const entityType = entityTypes.get('table');
    const conditions = [filterCondition(entityType, 'databaseSchema', schema), ...visible];
    const fields = allFields(entityType);
    let question: ListQuestion = { entityType, include: 'non-deleted', fields, conditions, limit: PAGE };
    for (;;) {
      const { rows, hasMore } = await this.entities.page(this.database, question);
      const rendered = await this.documents.render(this.database, entityType, rows, fields);
      const texts = await this.references.strip(this.database, actor, rendered);
      if (texts.length) yield texts.map((text) => tableBody(entityType, JSON.parse(text) as Record<string, unknown>));
      const last = rows.at(-1);
      if (!hasMore || !last) return;
      question = { ...question, place: { direction: 'after', name: last.name, id: last.id } };
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
