import { isDeepStrictEqual } from 'node:util';
import { AccessControl, SecretBox } from '@app/auth';
import type { Actor } from '@app/common';
import { run } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityBehaviour, EntityDocument } from '../write/entity-behaviour';
import type { EntityDraft } from '../write/entity-draft';
import { masked, unmasked } from './masked-secrets';

/** Services of every kind: the secrets of a connection are kept encrypted beside the entity, which shows them masked. */
@Injectable()
export class ServiceBehaviour implements EntityBehaviour {
  constructor(
    private readonly box: SecretBox,
    private readonly access: AccessControl,
  ) {}

  async prepare(tx: Transaction, actor: Actor, draft: EntityDraft, previous?: EntityDocument): Promise<void> {
    const { connection } = draft.attributes;
    const kept = previous && (await this.load(tx, draft.node));
    const whole = connection === undefined ? undefined : unmasked(connection, kept);
    if (connection !== undefined) draft.attributes.connection = masked(whole);
    draft.kept = whole;
    if (!previous || isDeepStrictEqual(whole, kept)) return;
    // A new secret behind the same mask is no change of the document: whether it is allowed is asked here.
    const ownerIds = ((previous.owners as { id: string }[] | undefined) ?? []).map(({ id }) => id);
    this.access.require(actor, ['EditAll'], draft.entityType.type, { id: draft.id, ownerIds });
    await this.store(tx, draft.node, whole);
  }

  async written(tx: Transaction, _actor: Actor, draft: EntityDraft, previous?: EntityDocument): Promise<void> {
    if (!previous) await this.store(tx, draft.node, draft.kept);
  }

  private async load(tx: Transaction, node: string): Promise<unknown> {
    const [row] = await run<{ sealed: Buffer }>(tx, `select sealed from service_connection where node = $1`, [node]);
    return row && (JSON.parse(this.box.open(row.sealed)) as unknown);
  }

  private async store(tx: Transaction, node: string, connection: unknown): Promise<void> {
    await run(tx, `delete from service_connection where node = $1`, [node]);
    if (connection === undefined) return;
    const sealed = this.box.seal(JSON.stringify(connection));
    await run(tx, `insert into service_connection (node, sealed) values ($1, $2)`, [node, sealed]);
  }
}
