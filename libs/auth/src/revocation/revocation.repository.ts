import { Database, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';

const LOGIN_LIVES = {
  name: 'auth_login_lives',
  text: 'select 1 from login_family where id = $1 and ended_at is null',
};
const TOKEN_LIVES = {
  name: 'auth_token_lives',
  text: 'select 1 from access_token where jti = $1 and revoked_at is null',
};

@Injectable()
export class RevocationRepository {
  constructor(private readonly database: Database) {}

  /** A missing login never existed, or was deleted with its user. */
  async isLoginOver(family: string): Promise<boolean> {
    return (await this.database.read(LOGIN_LIVES, [family])).length === 0;
  }

  async isTokenRevoked(jti: string): Promise<boolean> {
    return (await this.database.read(TOKEN_LIVES, [jti])).length === 0;
  }

  /** Sent by the database when the transaction commits. One notification an id: a payload holds less than 8,000 bytes. */
  async announce(tx: Transaction, channel: string, ids: readonly string[]): Promise<void> {
    await query(tx, 'select pg_notify($1, id) from unnest($2::text[]) id', [channel, ids]);
  }
}
