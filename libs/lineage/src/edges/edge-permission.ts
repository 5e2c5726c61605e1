import { AccessControl } from '@app/auth';
import { Visibility } from '@app/catalog';
import type { Actor, Operation } from '@app/common';
import { Injectable } from '@nestjs/common';
import { LINEAGE_TYPES } from '../traversal/asset';

/** Permission checks that are possible before the assets of a request are known. */
@Injectable()
export class EdgePermission {
  constructor(
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
  ) {}

  /** @throws {AppError} FORBIDDEN if the actor cannot have the permission on any asset */
  requireSomewhere(actor: Actor, operation: Operation): void {
    if (LINEAGE_TYPES.some((type) => this.access.scope(actor, operation, type) !== 'none')) return;
    this.access.requireAnyObject(actor, operation, 'lineage');
  }

  /** Whether the actor may view and link every asset, so that nothing is judged by the assets that an edge names. */
  mayLinkAll(actor: Actor): boolean {
    return !this.visibility.isRestricted(actor) && this.visibility.allowsOnAll(actor, 'EditLineage', LINEAGE_TYPES);
  }
}
