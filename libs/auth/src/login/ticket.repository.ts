import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';

export interface TicketRow {
  readonly userNode: string;
  readonly seed: Buffer;
  readonly expiresAt: Date;
  readonly isOver: boolean;
  readonly isUsed: boolean;
  /** The user, while it lives. */
  readonly userId: string | null;
  readonly userName: string | null;
}

export interface NewTicket {
  readonly userNode: string;
  readonly digest: Buffer;
  readonly seed: Buffer;
  /** How long it serves. */
  readonly seconds: number;
}

/** How long a ticket that is over is answered as such. */
const KEPT = `interval '1 day'`;

/** Tickets, by the SHA-256 of their text; all questions run in the caller's transaction. */
@Injectable()
export class TicketRepository {
  async insert(tx: Transaction, { userNode, digest, seed, seconds }: NewTicket): Promise<void> {
    await query(tx, `delete from sign_in_ticket where user_node = $1 and expires_at < now() - ${KEPT}`, [userNode]);
    await query(
      tx,
      `insert into sign_in_ticket (digest, user_node, seed, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))`,
      [digest, userNode, seed, seconds],
    );
  }

  find(tx: Transaction, digest: Buffer): Promise<TicketRow | undefined> {
    return this.read(tx, digest, '');
  }

  /** Locked, so that two uses come one after the other. */
  lock(tx: Transaction, digest: Buffer): Promise<TicketRow | undefined> {
    return this.read(tx, digest, 'for update of t');
  }

  async markUsed(tx: Transaction, digest: Buffer): Promise<void> {
    await query(tx, 'update sign_in_ticket set used_at = now() where digest = $1', [digest]);
  }

  private async read(tx: Transaction, digest: Buffer, lock: string): Promise<TicketRow | undefined> {
    const text = `
      select t.user_node::text "userNode", t.seed, t.expires_at "expiresAt", t.expires_at < statement_timestamp() "isOver",
             t.used_at is not null "isUsed", u.id::text "userId", u.name "userName"
        from sign_in_ticket t left join entity u on u.node = t.user_node and u.deleted_by is null
       where t.digest = $1 ${lock}`;
    return (await query<TicketRow>(tx, text, [digest]))[0];
  }
}
