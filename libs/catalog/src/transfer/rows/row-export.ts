import type { Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../../types/entity-types';
import { EntityFinder } from '../../read/entity-finder';
import { sightValue } from '../../visibility/sight';
import { Visibility } from '../../visibility/visibility';
import { begun, EntityPages } from '../export/entity-pages';
import { exportedBody, type ExportedBody } from '../export/exported-body';
import { csvText } from '../export/file-text';
import { cellsOf } from '../export/table-rows';
import { headersOf, lyingIn, withoutOthers, type RowLayout } from './row-layouts';

/** The live entities of a container as a CSV with one row each. */
@Injectable()
export class RowExport {
  constructor(
    private readonly entities: EntityPages,
    private readonly places: EntityFinder,
    private readonly visibility: Visibility,
  ) {}

  /**
   * By name, block by block. The first page is read before this returns.
   * @param fqn of the container
   * @throws {AppError} FORBIDDEN, NOT_FOUND
   */
  async csv(actor: Actor, layout: RowLayout, fqn: string, raw: boolean): Promise<AsyncGenerator<string>> {
    const pages = await begun(this.bodies(actor, layout, fqn));
    return csvText(headersOf(layout), pages, (body) => [cellsOf(layout.cells, withoutOthers(layout, body))], raw);
  }

  private async *bodies(actor: Actor, layout: RowLayout, fqn: string): AsyncGenerator<readonly ExportedBody[], void> {
    const { path, type } = layout;
    const entityType = entityTypes.get(type);
    const { node } = await this.places.findFor(actor, 'ViewBasic', path, { fqn });
    const sight = sightValue(this.visibility.sightOf(actor));
    const conditions = [lyingIn(layout, node, sight)];
    for await (const page of this.entities.pages(actor, type, conditions))
      yield page.map((document) => exportedBody(entityType, document));
  }
}
