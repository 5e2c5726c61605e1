import type { Database, Transaction } from '@app/database';
import type { TokenKind } from '../token/claims';

export interface AccessTokenRow {
  readonly jti: string;
  readonly name: string;
  readonly kind: Extract<TokenKind, 'personal' | 'bot'>;
  readonly expiresAt: Date;
}

/** A token that is long past its time is of no use to anybody who reads the list. */
const KEPT_DAYS = 30;

/** Personal and bot tokens: their ids, never their texts. */
export class AccessTokenRepository {
  constructor(private readonly database: Database) {}

  async insert(tx: Transaction, userNode: string, token: AccessTokenRow): Promise<void> {
    await tx.query(`delete from access_token where user_node = $1 and expires_at < now() - make_interval(days => $2)`, [
      userNode,
      KEPT_DAYS,
    ]);
    await tx.query(`insert into access_token (jti, user_node, name, kind, expires_at) values ($1, $2, $3, $4, $5)`, [
      token.jti,
      userNode,
      token.name,
      token.kind,
      token.expiresAt,
    ]);
  }

  /** Those that are not revoked, newest first. */
  listLive(userNode: string): Promise<AccessTokenRow[]> {
    return this.database.query<AccessTokenRow>(
      `select t.jti::text, t.name, t.kind, t.expires_at "expiresAt" from access_token t
        where t.user_node = $1 and t.revoked_at is null order by t.created_at desc, t.jti`,
      [userNode],
    );
  }

  /** Revokes those of `ids` that are the user's, or all of the user's; returns the ids of those that it ended. */
  async revoke(tx: Transaction, userNode: string, ids: readonly string[] | 'all'): Promise<string[]> {
    const rows = (await tx.query(
      `with gone as (
         update access_token set revoked_at = now()
          where user_node = $1 and revoked_at is null and ($2::uuid[] is null or jti = any ($2::uuid[])) returning jti)
       select jti::text from gone`,
      [userNode, ids === 'all' ? null : ids],
    )) as { jti: string }[];
    return rows.map(({ jti }) => jti);
  }
}
