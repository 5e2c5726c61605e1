import { DepartedUsers, PasswordReset, UserRepository } from '@app/auth';
import { conflict, invalidFields, type Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityDocument } from '../definition/entity-document';
import type { EntityBehaviour, ReceivedBody } from '../write/entity-behaviour';
import type { EntityDraft } from '../write/entity-draft';

/** A user's password is stored with the credentials, never in the document. The last administrator cannot be removed. */
@Injectable()
export class UserBehaviour implements EntityBehaviour {
  constructor(
    private readonly passwords: PasswordReset,
    private readonly users: UserRepository,
    private readonly departed: DepartedUsers,
  ) {}

  received(_actor: Actor, sent: Record<string, unknown>): ReceivedBody {
    const { password, confirmPassword, createPasswordType: _type, ...body } = sent;
    if (password == null) return { body };
    if (typeof password !== 'string') throw invalidFields([{ field: 'password', message: 'must be a string' }]);
    if (confirmPassword != null && confirmPassword !== password) {
      throw invalidFields([{ field: 'confirmPassword', message: 'differs from password' }]);
    }
    return { body, unstored: password };
  }

  unshown({ unstored }: EntityDraft): readonly string[] {
    return typeof unstored === 'string' ? ['password'] : [];
  }

  async written(tx: Transaction, actor: Actor, draft: EntityDraft, previous?: EntityDocument): Promise<void> {
    if (typeof draft.unstored === 'string') await this.passwords.set(tx, draft.node, draft.unstored, actor.name);
    if (previous && administrates(previous)) await this.requireAdministrator(tx, []);
  }

  async hidden(tx: Transaction, _actor: Actor, nodes: readonly string[]): Promise<void> {
    await this.requireOthers(tx, nodes);
    await this.departed.end(tx, nodes);
  }

  removing(tx: Transaction, _actor: Actor, nodes: readonly string[]): Promise<void> {
    return this.requireOthers(tx, nodes);
  }

  private async requireOthers(tx: Transaction, leaving: readonly string[]): Promise<void> {
    if (await this.users.includesAdministrator(tx, leaving)) await this.requireAdministrator(tx, leaving);
  }

  /** @throws {AppError} CONFLICT if no other administrator would remain */
  private async requireAdministrator(tx: Transaction, leaving: readonly string[]): Promise<void> {
    if (await this.users.hasOtherAdministrator(tx, leaving)) return;
    throw conflict('This is the last administrator: make another user one (isAdmin, or the role Admin) first');
  }
}

/** Whether the user was an administrator according to the stored document. */
function administrates({ isAdmin, roles }: EntityDocument): boolean {
  return isAdmin === true || ((roles as { name: string }[] | undefined) ?? []).some(({ name }) => name === 'Admin');
}
