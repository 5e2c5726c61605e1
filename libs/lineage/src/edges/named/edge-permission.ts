import { AccessControl } from '@app/auth';
import type { Actor, Operation } from '@app/common';
import { Injectable } from '@nestjs/common';
import { LINEAGE_TYPES } from '../../traversal/lineage-type';

/** What can be said of a caller before it is known which assets a request names. */
@Injectable()
export class EdgePermission {
  constructor(private readonly access: AccessControl) {}

  /** @throws {AppError} FORBIDDEN for whom no asset of any type could grant it */
  requireSomewhere(actor: Actor, operation: Operation): void {
    if (LINEAGE_TYPES.some((type) => this.access.scope(actor, operation, type) !== 'none')) return;
    this.access.requireAnyObject(actor, operation, 'lineage');
  }
}
