import { AccessControl } from '@app/auth';
import { visibleRow, Visibility } from '@app/catalog';
import { notFound, type Actor } from '@app/common';
import { Database, type Bind } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { DataRunRow } from '../data-run';
import { namedBy, type RunSight } from '../shown-run';
import { DataRunRepository } from './data-run.repository';

/**
 * Decides who sees which runs: those who may view the service and the asset; of a connection that is not stored, the user who asked for the
 * test; of a service that is gone for good, administrators alone, who see all.
 */
@Injectable()
export class DataRunSight {
  constructor(
    private readonly database: Database,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
    private readonly runs: DataRunRepository,
  ) {}

  /** @throws {AppError} NOT_FOUND for a run that the actor must not know of, FORBIDDEN */
  async require(actor: Actor, run: DataRunRow): Promise<void> {
    if (actor.isAdmin) return;
    const { serviceRef, assetRef, service, requestedBy } = run;
    if (!serviceRef) {
      if (requestedBy !== actor.name) throw notFound('dataRun', run.id);
      return;
    }
    if (service === null) throw notFound('dataRun', run.id);
    const named = [serviceRef, ...(assetRef ? [assetRef] : [])];
    const hidden = await this.visibility.unseenOf(this.database, actor, named);
    if (named.some(({ id }) => hidden.hidden.has(id))) throw notFound('dataRun', run.id);
  }

  /** Whether anything may be hidden from the actor. */
  isRestricted(actor: Actor): boolean {
    return this.visibility.isRestricted(actor);
  }

  /** Returns what the actor may see of runs that it sees. */
  async of(actor: Actor, runs: readonly DataRunRow[]): Promise<(run: DataRunRow) => RunSight> {
    const isRestricted = this.isRestricted(actor);
    const { hidden } = isRestricted
      ? await this.visibility.unseenOf(this.database, actor, runs.flatMap(namedBy))
      : { hidden: new Set<string>() };
    const owners = await this.ownersOf(actor, runs);
    return ({ asset, assetRef }) => {
      const ownerIds = owners.get(asset ?? '') ?? [];
      const statements =
        assetRef !== null && this.access.allows(actor, 'EditTests', 'table', { ...assetRef, ownerIds });
      return { hidden, isRestricted, statements };
    };
  }

  /** SQL of those of `r`, rows of data_run, that the actor may see; undefined: all. */
  condition(actor: Actor, bind: Bind): string | undefined {
    if (actor.isAdmin) return undefined;
    const sight = this.visibility.sightOf(actor);
    const own = `r.service_ref is null and r.requested_by = ${bind(actor.name)}`;
    if (sight === 'all') return `(r.service is not null or ${own})`;
    const seen = visibleRow(sight, 'e', bind);
    const isSeen = (node: string): string => `exists (select from entity e where e.node = ${node} and ${seen})`;
    return `(${isSeen('r.service')} and (r.asset_ref is null or ${isSeen('r.asset')}) or ${own})`;
  }

  /** Only where it depends on them who may see how checks ask. */
  private async ownersOf(actor: Actor, runs: readonly DataRunRow[]): Promise<ReadonlyMap<string, readonly string[]>> {
    if (this.access.scope(actor, 'EditTests', 'table') !== 'some') return new Map();
    const nodes = [...new Set(runs.flatMap(({ asset }) => (asset === null ? [] : [asset])))];
    return this.runs.ownersOf(nodes);
  }
}
