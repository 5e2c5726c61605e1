import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { LogoutToken } from '../verification/logout-token';
import { digestOf } from './refresh-token';

/** The issuer's names for the person and the session that sign in. */
export interface AtIssuer {
  readonly issuer: string;
  readonly subject: string | undefined;
  readonly session: string | undefined;
  /** When the issuer vouched, in epoch seconds. */
  readonly issuedAt: number;
}

/** A user, some of whose logins were ended. */
export interface EndedUser {
  readonly node: string;
  readonly name: string;
}

/** Logouts sent by outside issuers. Each call belongs to one transaction, which locks out those of the other kind by the same issuer. */
@Injectable()
export class IssuerLogoutRepository {
  /** Notes a logout; false where it was noted before. Sign-ins by the issuer wait till the transaction is over. */
  async note(tx: Transaction, { issuer, jti, subject, session, issuedAt, exp }: LogoutToken): Promise<boolean> {
    await query(tx, `select pg_advisory_xact_lock(${LOCK})`, [issuer]);
    await query(tx, 'delete from issuer_logout where expires_at < now()');
    const values = [issuer, digestOf(jti), subject ?? null, session ?? null, issuedAt, exp, KEPT_SECONDS];
    return (await query(tx, NOTE, values)).length > 0;
  }

  /** Ends the logins that it speaks of; their users, each once. */
  end(tx: Transaction, { issuer, subject, session }: LogoutToken): Promise<EndedUser[]> {
    return query<EndedUser>(tx, END, [issuer, subject ?? null, session ?? null]);
  }

  /** Whether the issuer has said that what it vouched for is over. Logouts by the issuer wait till the transaction is over. */
  async isOver(tx: Transaction, { issuer, subject, session, issuedAt }: AtIssuer): Promise<boolean> {
    await query(tx, `select pg_advisory_xact_lock_shared(${LOCK})`, [issuer]);
    return (await query(tx, IS_OVER, [issuer, subject ?? null, session ?? null, issuedAt])).length > 0;
  }
}

/** A sign-in that began before the logout is over by then, in seconds: its code is exchanged within some minutes. */
const KEPT_SECONDS = 900;

/** A time that PostgreSQL has, in epoch seconds: the end of the year 9999. */
const LATEST = 253_402_300_799;

const LOCK = `hashtextextended('issuer logout ' || $1, 0)`;

const NOTE = `
  insert into issuer_logout (issuer, token, subject, session, issued_at, expires_at)
  values ($1, $2, $3, $4, to_timestamp($5::float8), greatest(to_timestamp(least($6::float8, ${LATEST})), now()) + make_interval(secs => $7))
  on conflict do nothing returning issuer`;

/**
 * SQL: a logout is one of that session. Where one of both sides names no session, it is one of all of the person's: a session that might be
 * meant does not go on.
 */
const isMeant = (logout: { subject: string; session: string }, login: { subject: string; session: string }): string =>
  `(case when ${logout.session} is not null and ${login.session} is not null
         then ${logout.session} = ${login.session} and coalesce(${logout.subject} = ${login.subject}, true)
         else ${logout.subject} = ${login.subject} end)`;

const END = `
  with gone as (
    update login_family f set ended_at = now()
     where f.issuer = $1 and f.ended_at is null
       and ${isMeant({ subject: '$2::text', session: '$3::text' }, { subject: 'f.issuer_subject', session: 'f.issuer_session' })}
    returning f.user_node)
  select e.node::text, e.name from entity e where e.node in (select user_node from gone) and e.deleted_by is null order by e.node`;

// A session of the issuer does not come back; its person may sign in again, with what the issuer says afterwards.
const IS_OVER = `
  select 1 from issuer_logout l
   where l.issuer = $1 and (l.issued_at >= to_timestamp($4::float8) or l.session = $3::text)
     and ${isMeant({ subject: 'l.subject', session: 'l.session' }, { subject: '$2::text', session: '$3::text' })} limit 1`;
