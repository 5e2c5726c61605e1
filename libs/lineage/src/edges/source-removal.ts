import { AccessControl } from '@app/auth';
import { inTransaction, Visibility } from '@app/catalog';
import { invalidFields, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { EdgeEnds, type EndKey } from './edge-ends';
import { EdgePermission } from './edge-permission';
import { EdgeRepository } from './edge.repository';
import { LINEAGE_SOURCES } from './stored-edge';

/** Deletes the edges of an asset from one source, as ingestion does before sending them again. */
@Injectable()
export class SourceRemoval {
  constructor(
    private readonly database: Database,
    private readonly permission: EdgePermission,
    private readonly ends: EdgeEnds,
    private readonly edges: EdgeRepository,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
  ) {}

  /**
   * Deletes the edges of the source that lead to the asset, and those that the asset (a pipeline) produces. All or
   * none; edges to assets hidden from the actor are retained.
   * @returns the number deleted
   * @throws {AppError} BAD_REQUEST, NOT_FOUND, FORBIDDEN if an end of one of them may not be edited
   */
  async remove(actor: Actor, key: EndKey, source: string): Promise<{ deleted: number }> {
    this.permission.requireSomewhere(actor, 'EditLineage');
    requireSource(source);
    return this.database.transaction(async (tx) => {
      const asset = await this.ends.one(tx, actor, key, 'EditLineage');
      const found = await this.edges.lockOfSource(tx, asset.node, source);
      const ends = found.flatMap(({ from, to }) => [from, to]);
      const hidden = await this.visibility.hiddenOf(inTransaction(tx), actor, ends);
      const seen = found.filter(({ from, to }) => ![from, to].some(({ id }) => hidden.has(id)));
      for (const end of seen.flatMap(({ from, to }) => [from, to]))
        this.access.require(actor, ['ViewBasic', 'EditLineage'], end.type, end);
      await this.edges.remove(
        tx,
        actor,
        seen.map(({ from }) => from.node),
        seen.map(({ to }) => to.node),
      );
      return { deleted: seen.length };
    }, actor.origin);
  }
}

/** @throws {AppError} BAD_REQUEST */
function requireSource(source: string): void {
  if ((LINEAGE_SOURCES as readonly string[]).includes(source)) return;
  const message = `must be one of ${LINEAGE_SOURCES.join(', ')}; got ${JSON.stringify(source.slice(0, 100))}`;
  throw invalidFields([{ field: 'source', message }]);
}
