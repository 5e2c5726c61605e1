import { Credentials } from '@app/auth';
import { invalidFields } from '@app/common';
import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityBehaviour, ReceivedBody } from '../write/entity-behaviour';
import type { EntityDraft } from '../write/entity-draft';
import { PrincipalBehaviour } from './principal.behaviour';

/** A user's password goes to the credentials, never into its document. */
@Injectable()
export class UserBehaviour extends PrincipalBehaviour implements EntityBehaviour {
  constructor(
    private readonly credentials: Credentials,
    principal: PrincipalBehaviour,
  ) {
    super(principal.principals);
  }

  received(_actor: Actor, sent: Record<string, unknown>): ReceivedBody {
    const { password, confirmPassword, createPasswordType: _type, ...body } = sent;
    if (password == null) return { body };
    if (typeof password !== 'string') throw invalidFields([{ field: 'password', message: 'must be a string' }]);
    if (confirmPassword != null && confirmPassword !== password) {
      throw invalidFields([{ field: 'confirmPassword', message: 'differs from password' }]);
    }
    return { body, kept: password };
  }

  async written(tx: Transaction, _actor: Actor, draft: EntityDraft): Promise<void> {
    if (typeof draft.kept === 'string') await this.credentials.setPassword(tx, draft.node, draft.kept);
  }
}
