import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../types/entity-types';
import type { WriteAnswer } from '../write/write-answer';
import { EntityReader } from '../read/entity-reader';
import { EntityWriter } from '../write/entity-writer';

interface Label {
  readonly tagFQN: string;
}

interface Column {
  readonly name: string;
  readonly tags?: readonly Label[];
}

/** The members of a model that describe the table that it makes. */
export interface TableModel {
  readonly tags?: readonly Label[];
  readonly owners?: readonly object[];
  readonly columns?: readonly Column[];
}

interface Table {
  readonly tags?: readonly Label[];
  readonly owners?: readonly { readonly inherited?: boolean }[];
  readonly columns?: readonly Column[];
}

interface Operation {
  readonly op: 'add' | 'test';
  readonly path: string;
  readonly value: unknown;
}

/** The models that tables are made by, such as those of dbt. */
@Injectable()
export class TableModels {
  constructor(
    private readonly reader: EntityReader,
    private readonly writer: EntityWriter,
  ) {}

  /**
   * Sets the model of a table. Its tags are added to those of the table and of its columns; its owners become the table's where that has
   * none of its own.
   * @param model valid as the attribute `dataModel`
   * @throws {AppError} NOT_FOUND, FORBIDDEN, BAD_REQUEST
   */
  async put(actor: Actor, id: string, model: TableModel): Promise<WriteAnswer> {
    const entityType = entityTypes.get('table');
    const { json } = await this.reader.get(actor, entityType, { id }, 'tags,owners,columns', 'non-deleted');
    const patch = [
      { op: 'add' as const, path: '/dataModel', value: model },
      ...handedOn(JSON.parse(json) as Table, model),
    ];
    return this.writer.patch(actor, entityType, { id }, patch);
  }
}

/** The further changes of the table that follow from its model. */
export function handedOn(table: Table, model: TableModel): Operation[] {
  const { owners = [] } = model;
  const isOwned = table.owners?.some(({ inherited }) => !inherited) ?? false;
  return [
    ...newLabels('/tags', table.tags, model.tags),
    ...(owners.length && !isOwned ? [{ op: 'add' as const, path: '/owners', value: owners }] : []),
    ...(model.columns ?? []).flatMap((column) => ofColumn(table.columns ?? [], column)),
  ];
}

/** The columns may have changed since they were read: the patch fails if another column is at that path by then. */
function ofColumn(columns: readonly Column[], { name, tags }: Column): Operation[] {
  const at = columns.findIndex((column) => column.name === name);
  const labels = at < 0 ? [] : newLabels(`/columns/${at}/tags`, columns[at]?.tags, tags);
  return labels.length ? [{ op: 'test', path: `/columns/${at}/name`, value: name }, ...labels] : [];
}

function newLabels(path: string, before: readonly Label[] = [], now: readonly Label[] = []): Operation[] {
  const known = new Set(before.map(({ tagFQN }) => tagFQN));
  return now
    .filter(({ tagFQN }) => !known.has(tagFQN))
    .map((value) => ({ op: 'add' as const, path: `${path}/-`, value }));
}
