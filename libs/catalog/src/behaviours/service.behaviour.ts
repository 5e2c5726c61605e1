import { isDeepStrictEqual } from 'node:util';
import { AccessControl, ConnectionBox, SEALED_ELSEWHERE } from '@app/auth';
import { invalidFields, type Actor } from '@app/common';
import { recordAction, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityDocument } from '../definition/entity-document';
import type { EntityBehaviour } from '../write/entity-behaviour';
import type { EntityDraft } from '../write/entity-draft';
import { masksIn, shown, unmasked } from './masked-secrets';
import { ServiceConnection } from './service-connection.entity';

/** Services of every kind: connection secrets are stored encrypted in a separate table, the entity contains them masked. */
@Injectable()
export class ServiceBehaviour implements EntityBehaviour {
  constructor(
    private readonly box: ConnectionBox,
    private readonly access: AccessControl,
  ) {}

  async prepare(tx: Transaction, actor: Actor, draft: EntityDraft, previous?: EntityDocument): Promise<void> {
    const { connection } = draft.attributes;
    const row = previous && (await tx.getRepository(ServiceConnection).findOneBy({ node: draft.node }));
    const opened = row ? this.box.open(row.sealed) : undefined;
    if (row && opened === undefined) {
      // It stays sealed until its key is back, or a new one is sent.
      if (isDeepStrictEqual(connection, previous?.connection)) return;
      requireWhole(connection);
    }
    const kept = opened === undefined ? undefined : (JSON.parse(opened) as unknown);
    const whole = connection === undefined ? undefined : unmasked(connection, kept);
    if (connection !== undefined) draft.attributes.connection = shown(whole, connection);
    draft.unstored = whole;
    if (!previous || (isDeepStrictEqual(whole, kept) && Boolean(row) === (whole !== undefined))) return;
    // A new secret under the same mask does not change the document, so its permission is checked here.
    const ownerIds = ((previous.owners as { id: string }[] | undefined) ?? []).map(({ id }) => id);
    this.access.require(actor, ['EditAll'], draft.entityType.type, { id: draft.id, ownerIds });
    await this.store(tx, draft.node, whole);
    // No version shows it, nor whether a guessed secret equals the stored one.
    if (isDeepStrictEqual(draft.attributes.connection, previous.connection))
      await recordAction(tx, { action: 'secretsReplaced', actor: actor.name, to: { nodes: [draft.node] } });
  }

  async written(tx: Transaction, _actor: Actor, draft: EntityDraft, previous?: EntityDocument): Promise<void> {
    if (!previous) await this.store(tx, draft.node, draft.unstored);
  }

  private async store(tx: Transaction, node: string, connection: unknown): Promise<void> {
    const connections = tx.getRepository(ServiceConnection);
    await connections.delete({ node });
    if (connection === undefined) return;
    await connections.insert({ node, sealed: this.box.seal(JSON.stringify(connection)), requiresTls: true });
  }
}

/** @throws {AppError} BAD_REQUEST where something of the connection stands for what is stored */
function requireWhole(connection: unknown): void {
  const message = `the stored secret ${SEALED_ELSEWHERE}; send it anew`;
  const faults = masksIn(connection, 'connection').map((field) => ({ field, message }));
  if (faults.length) throw invalidFields(faults);
}
