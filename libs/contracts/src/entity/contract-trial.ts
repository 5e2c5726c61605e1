import { randomUUID } from 'node:crypto';
import { AccessControl } from '@app/auth';
import { EntityWriter, Visibility, type EntityAnswer } from '@app/catalog';
import { AppError, attemptAsync, isObject, type Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import { dataContractType } from './data-contract.type';

/** The write option under which a contract that the writer does not see counts as gone; for what is rolled back only. */
export const OVER_HIDDEN = 'overHidden';

/** Dry runs of contracts. */
@Injectable()
export class ContractTrial {
  constructor(
    private readonly writer: EntityWriter,
    private readonly access: AccessControl,
    private readonly visibility: Visibility,
  ) {}

  /**
   * Makes a PUT and rolls it back. A hidden contract of the asset or of the name is named only to callers that may create contracts.
   * @throws {AppError} as a PUT
   */
  async tryOut(actor: Actor, body: unknown, options: Readonly<Record<string, unknown>>): Promise<EntityAnswer> {
    const tryOut = (sent: unknown, more: object = {}): Promise<EntityAnswer> =>
      this.writer.tryOut(actor, dataContractType, sent, { ...options, ...more });
    if (!this.visibility.isRestricted(actor) || this.access.allows(actor, 'Create', dataContractType.type))
      return tryOut(body);
    const over = { [OVER_HIDDEN]: true };
    const answer = await attemptAsync(() => tryOut(body, over));
    if (!(answer instanceof AppError)) return answer;
    if (answer.code !== 'CONFLICT' || !isObject(body)) throw answer;
    // The name may be that of a hidden one; a contract that the caller sees is in the way under any name.
    return tryOut({ ...body, name: randomUUID() }, over);
  }
}
