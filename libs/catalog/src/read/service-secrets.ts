import { AccessControl, ConnectionBox, SEALED_ELSEWHERE } from '@app/auth';
import { conflict, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityType } from '../definition/entity-type';
import type { EntityAnswer } from './entity-answer';

interface SealedRow {
  readonly sealed: Buffer;
  readonly fqn: string;
  readonly ownerIds: readonly string[];
}

/** The attribute that services seal. */
const NAME = 'connection';

const SEALED = {
  name: 'service-secrets',
  text: `select c.sealed, e.fqn, owner_ids(e.node) as "ownerIds"
           from entity e join service_connection c on c.node = e.node where e.id = $1`,
};

/** Connections of services with their secrets, which are shown masked to everybody else. */
@Injectable()
export class ServiceSecrets {
  private readonly logger = new Logger('Secrets');

  constructor(
    private readonly database: Database,
    private readonly access: AccessControl,
    private readonly box: ConnectionBox,
  ) {}

  /**
   * Returns what was read of a service, its connection with the secrets where the actor is a bot that may see them; each time is logged.
   * Other answers are returned as they are, without a statement.
   *
   * @throws {AppError} CONFLICT where the signing key is another one than that which sealed them
   */
  reveal(actor: Actor, { type, attributes }: EntityType, answer: EntityAnswer): EntityAnswer | Promise<EntityAnswer> {
    const isShown = attributes[NAME]?.sealed && this.access.scope(actor, 'ViewSecrets', type) !== 'none';
    return isShown ? this.opened(actor, type, answer) : answer;
  }

  private async opened(actor: Actor, type: string, answer: EntityAnswer): Promise<EntityAnswer> {
    const document = JSON.parse(answer.json) as Record<string, unknown>;
    if (document[NAME] === undefined) return answer;
    const [row] = await this.database.read<SealedRow>(SEALED, [answer.id]);
    if (!row || !this.access.allows(actor, 'ViewSecrets', type, { id: answer.id, ownerIds: row.ownerIds }))
      return answer;
    const whole = this.box.open(row.sealed);
    if (whole === undefined)
      throw conflict(`The stored ${NAME} ${SEALED_ELSEWHERE}; bring that key back, or write the ${NAME} anew`);
    this.logger.log(`The bot ${actor.name} read the secrets of the ${type} ${row.fqn} (${answer.id})`);
    return { ...answer, json: JSON.stringify({ ...document, [NAME]: JSON.parse(whole) as unknown }) };
  }
}
