import { Database, STATEMENT_MS, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ENDS_UNTOLD, SNOOZES_OVER } from './incident-sql';

/** Incidents that one round looks at, of each kind. */
const MOST = 100;
/** Contracts below a root whose people are notified of its end. */
const MOST_BELOW = 1_000;

/** An incident that something has to be said of; the contract by its node. */
export interface DueNotice {
  readonly id: string;
  readonly contract: string;
}

const SNOOZES: PreparedStatement = {
  name: 'contract-incident-snoozes',
  text: `select id::text, contract::text ${SNOOZES_OVER} order by snoozed_until limit ${MOST}`,
};
const ENDS: PreparedStatement = {
  name: 'contract-incident-ends',
  text: `select id::text, contract::text ${ENDS_UNTOLD} order by place limit ${MOST}`,
};
const END_SNOOZE = `
  update contract_incident i set snoozed_until = null
    from (select id, snoozed_until from contract_incident where id = $1) b
   where i.id = b.id and i.snoozed_until <= ${STATEMENT_MS} and i.status <> 'Resolved' returning b.snoozed_until::text as until`;
const TAKE_END = `update contract_incident set is_end_told = true where id = $1 and not is_end_told returning 1`;
const FOLLOWERS = `
  select distinct on (i.contract) i.id::text, i.contract::text from contract_incident i where i.cause = $1 order by i.contract, i.place desc limit ${MOST_BELOW}`;

/** Statements about what has to be said of incidents. */
@Injectable()
export class IncidentNoticeRepository {
  constructor(private readonly database: Database) {}

  /** Open incidents whose snooze has passed. */
  snoozes(): Promise<DueNotice[]> {
    return this.database.read<DueNotice & object>(SNOOZES, []);
  }

  /** Resolved incidents without a notification. */
  ends(): Promise<DueNotice[]> {
    return this.database.read<DueNotice & object>(ENDS, []);
  }

  isFull(found: readonly DueNotice[]): boolean {
    return found.length === MOST;
  }

  /** @returns until when it was, in epoch ms; undefined where it goes on, or another one was here */
  async endSnooze(tx: Transaction, id: string): Promise<string | undefined> {
    const [row] = await query<{ until: string }>(tx, END_SNOOZE, [id]);
    return row?.until;
  }

  /** @returns whether this call recorded the end as notified */
  async takeEnd(tx: Transaction, id: string): Promise<boolean> {
    return (await query(tx, TAKE_END, [id])).length > 0;
  }

  /** Incidents that follow from one, the newest of each contract. */
  followers(tx: Transaction, id: string): Promise<DueNotice[]> {
    return query<DueNotice & object>(tx, FOLLOWERS, [id]);
  }
}
