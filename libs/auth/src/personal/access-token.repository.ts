import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, IsNull, Repository } from 'typeorm';
import { AccessToken } from './access-token.entity';

export type AccessTokenRow = Pick<AccessToken, 'jti' | 'name' | 'kind' | 'expiresAt'>;

/** A token that is long past its time is of no use to anybody who reads the list. */
const KEPT_DAYS = 30;

/** Personal and bot tokens: their ids, never their texts. */
@Injectable()
export class AccessTokenRepository {
  constructor(@InjectRepository(AccessToken) private readonly tokens: Repository<AccessToken>) {}

  async insert(tx: Transaction, userNode: string, token: AccessTokenRow): Promise<void> {
    const tokens = tx.withRepository(this.tokens);
    await tokens
      .createQueryBuilder()
      .delete()
      .where('user_node = :userNode and expires_at < now() - make_interval(days => :days)', {
        userNode,
        days: KEPT_DAYS,
      })
      .execute();
    await tokens.insert({ ...token, userNode });
  }

  /** Those that are not revoked, newest first. */
  listLive(userNode: string): Promise<AccessTokenRow[]> {
    return this.tokens.find({
      where: { userNode, revokedAt: IsNull() },
      order: { createdAt: 'desc', jti: 'asc' },
    });
  }

  /** Revokes those of `ids` that are the user's, or all of the user's; returns the ids of those that it ended. */
  async revoke(tx: Transaction, userNode: string, ids: readonly string[] | 'all'): Promise<string[]> {
    const { raw } = await tx
      .withRepository(this.tokens)
      .createQueryBuilder()
      .update()
      .set({ revokedAt: () => 'now()' })
      .where({ userNode, revokedAt: IsNull(), ...(ids === 'all' ? {} : { jti: In([...ids]) }) })
      .returning('jti')
      .execute();
    return (raw as { jti: string }[]).map(({ jti }) => jti);
  }
}
