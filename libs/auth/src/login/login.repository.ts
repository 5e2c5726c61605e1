import { query, type Transaction } from '@app/database';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Inject, Injectable } from '@nestjs/common';
import type { AtIssuer } from './issuer-logout.repository';
import { isLiveLogin, loginTrust, type LoginTrust } from '../principal/login-trust';

export interface RefreshRow {
  readonly family: string;
  readonly seed: Buffer;
  readonly expired: boolean;
  /** Seconds since it was used; null while it is fresh. */
  readonly usedFor: number | null;
  readonly usedFrom: string | null;
  /** It was ended or has come to its end, or what it was begun by is not trusted any more. */
  readonly ended: boolean;
  /** Seconds until the login ends, whatever is done; null where it lives as long as it is used. */
  readonly left: number | null;
  /** Whether the login may administrate, if its user may. */
  readonly mayAdministrate: boolean;
  /** The user, while it lives. */
  readonly userId: string | null;
  readonly userName: string | null;
}

export interface NewFamily {
  readonly id: string;
  readonly userNode: string;
  readonly days: number;
  readonly mayAdministrate: boolean;
  readonly outside: OutsideLogin | undefined;
}

/** By whom a login was begun that no password began. */
export interface OutsideLogin extends AtIssuer {
  /** How long it lives at most. */
  readonly hours: number;
}

/** Logins and their refresh tokens; all questions run in the caller's transaction. */
@Injectable()
export class LoginRepository {
  private readonly trust: LoginTrust;

  constructor(@Inject(APP_SETTINGS) settings: Pick<Settings, 'jwtIssuers'>) {
    this.trust = loginTrust(settings);
  }

  async insertFamily(tx: Transaction, { id, userNode, days, mayAdministrate, outside }: NewFamily): Promise<void> {
    await query(tx, 'delete from login_family where user_node = $1 and expires_at < now()', [userNode]);
    await query(
      tx,
      `insert into login_family
         (id, user_node, expires_at, may_administrate, issuer, closes_at, issuer_subject, issuer_session)
       values ($1, $2, now() + make_interval(days => $3), $4, $5, now() + make_interval(hours => $6), $7, $8)`,
      [
        ...[id, userNode, days, mayAdministrate, outside?.issuer ?? null, outside?.hours ?? null],
        ...[outside?.subject ?? null, outside?.session ?? null],
      ],
    );
  }

  async insertToken(tx: Transaction, family: string, digest: Buffer, seed: Buffer, seconds: number): Promise<void> {
    await query(
      tx,
      `insert into refresh_token (digest, family, seed, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))`,
      [digest, family, seed, seconds],
    );
  }

  /** The token with that digest; its login is locked, so that two uses come one after the other. */
  async lockToken(tx: Transaction, digest: Buffer): Promise<RefreshRow | undefined> {
    await query(
      tx,
      `select 1 from login_family f join refresh_token t on t.family = f.id where t.digest = $1 for update of f`,
      [digest],
    );
    const [row] = await query<RefreshRow>(
      tx,
      `select t.family::text, t.seed, t.expires_at < statement_timestamp() expired,
              not ${isLiveLogin('f', ['$2', '$3'])} ended,
              extract(epoch from f.closes_at - clock_timestamp())::float8 "left",
              f.may_administrate "mayAdministrate",
              extract(epoch from clock_timestamp() - t.used_at)::float8 "usedFor", t.used_from "usedFrom",
              u.id::text "userId", u.name "userName"
         from refresh_token t join login_family f on f.id = t.family
         left join entity u on u.node = f.user_node and u.deleted_by is null
        where t.digest = $1`,
      [digest, this.trust.issuers, this.trust.administrating],
    );
    return row;
  }

  /** The token is used, and its login lives on; tokens of the login that are past their time go. */
  async markUsed(tx: Transaction, digest: Buffer, family: string, address: string, days: number): Promise<void> {
    await query(tx, `update refresh_token set used_at = clock_timestamp(), used_from = $2 where digest = $1`, [
      digest,
      address,
    ]);
    await query(tx, `update login_family set expires_at = now() + make_interval(days => $2) where id = $1`, [
      family,
      days,
    ]);
    await query(tx, `delete from refresh_token where family = $1 and expires_at < now()`, [family]);
  }

  /** The login of a refresh token, whether fresh or used. */
  async familyOf(tx: Transaction, digest: Buffer): Promise<string | undefined> {
    const rows = await query<{ family: string }>(tx, `select family::text from refresh_token where digest = $1`, [
      digest,
    ]);
    return rows[0]?.family;
  }

  /** The live user of a login. */
  async holderOf(tx: Transaction, family: string): Promise<{ node: string; name: string } | undefined> {
    const text = `select u.node::text, u.name from login_family f join entity u on u.node = f.user_node and u.deleted_by is null
                   where f.id = $1`;
    return (await query<{ node: string; name: string }>(tx, text, [family]))[0];
  }

  /** Ends a login; undefined where it had ended. */
  async end(tx: Transaction, family: string): Promise<{ readonly issuer: string | null } | undefined> {
    const text = `with gone as (update login_family set ended_at = now() where id = $1 and ended_at is null returning issuer)
                  select issuer from gone`;
    return (await query<{ issuer: string | null }>(tx, text, [family]))[0];
  }

  /** Ends every login of a user but one; tickets that were not used begin none. */
  async endAll(tx: Transaction, userNode: string, except?: string): Promise<void> {
    await query(tx, 'delete from sign_in_ticket where user_node = $1 and used_at is null', [userNode]);
    const text = `update login_family set ended_at = now()
                   where user_node = $1 and ended_at is null and id is distinct from $2::uuid`;
    await query(tx, text, [userNode, except ?? null]);
  }
}
