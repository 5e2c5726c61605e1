import { AccessControl } from '@app/auth';
import type { EntityDocument, EntityDraft, EntityObserver } from '@app/catalog';
import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { DataAccessRepository } from './data-access.repository';
import { connectionDigest } from './stored-connection';

/** An owner or editor of a service retains its secret by sending the mask back, so it could lead the password to a host of its own. */
@Injectable()
export class ConnectionWatch implements EntityObserver {
  constructor(
    private readonly access: AccessControl,
    private readonly accesses: DataAccessRepository,
  ) {}

  concerns({ entityType, attributes }: EntityDraft, previous: EntityDocument): boolean {
    if (entityType.type !== 'databaseService') return false;
    const digest = connectionDigest(shownOf(attributes));
    return digest === undefined || digest !== connectionDigest(shownOf(previous));
  }

  /** Access follows a change by a user who may set it, and is suspended by any other, in the transaction of the change. */
  async changed(tx: Transaction, actor: Actor, draft: EntityDraft, previous: EntityDocument): Promise<void> {
    if (!this.concerns(draft, previous)) return;
    const { type } = draft.entityType;
    const digest = connectionDigest(shownOf(draft.attributes));
    const stored = await this.accesses.lock(tx, draft.node);
    if (!stored || stored.digest === digest || stored.suspendedBy !== null) return;
    const ownerIds = ((previous.owners as { id: string }[] | undefined) ?? []).map(({ id }) => id);
    const mayConnect = this.access.allows(actor, 'ConnectData', type, { id: draft.id, ownerIds });
    if (mayConnect && digest !== undefined) await this.accesses.follow(tx, draft.node, digest);
    else await this.accesses.suspend(tx, draft.node, actor.name);
  }
}

const shownOf = ({ serviceType, connection }: Readonly<Record<string, unknown>>) => ({
  serviceType: String(serviceType),
  connection,
});
