import { type Reference, referenceSql } from '@app/catalog';
import {
  Database,
  KeysetOrder,
  KeysetQuery,
  NOW_MS,
  STATEMENT_MS,
  query,
  type Conditions,
  type CountedRows,
  type KeysetRequest,
  type PreparedStatement,
  type Transaction,
} from '@app/database';
import { Injectable } from '@nestjs/common';

/** An open invitation, neither of whose ends is deleted; bigint in decimal. */
export interface InvitationRow {
  readonly id: string;
  readonly contract: Reference;
  readonly party: Reference;
  readonly message: string | null;
  readonly invited_by: Reference | null;
  readonly invited_at: string;
  readonly expires_at: string;
}

/** An invitation to be stored; `contract` and `party` are nodes. */
export interface NewInvitation {
  readonly id: string;
  readonly contract: string;
  readonly party: string;
  readonly message: string | undefined;
  /** Id of the user who invites. */
  readonly by: string;
}

/** After 30 days an invitation has no effect. */
const OPEN_MS = 30 * 86_400_000;

const FROM = `
  from contract_invitation i join entity e on e.node = i.contract and e.deleted_by is null
  join entity p on p.node = i.party and p.deleted_by is null`;

const SELECT = `
  select i.id::text, ${referenceSql('e')} as contract, ${referenceSql('p')} as party, i.message, ${referenceSql('u')} as invited_by,
         i.invited_at::text, i.expires_at::text
  ${FROM} left join entity u on u.node = i.invited_by`;

/** Whether the invitation `i` waits for an answer. */
export const IS_INVITED = `i.expires_at > ${STATEMENT_MS}`;

const INVITATIONS = new KeysetQuery<InvitationRow & object>({
  select: SELECT,
  from: FROM,
  order: new KeysetOrder<InvitationRow>(
    { sql: 'i.invited_at', type: 'bigint', key: (row) => row.invited_at },
    { sql: 'i.id', type: 'uuid', key: ({ id }) => id },
  ),
  direction: 'desc',
});

const BY_ID: PreparedStatement = {
  name: 'contract-invitation',
  text: `${SELECT} where i.contract = $1 and i.id = $2 and ${IS_INVITED}`,
};
const OF_PARTY: PreparedStatement = {
  name: 'contract-invitation-of-party',
  text: `${SELECT} where i.contract = $1 and i.party = $2 and ${IS_INVITED}`,
};
const COUNT: PreparedStatement = {
  name: 'contract-invitations-count',
  text: `select count(*)::int as n from contract_invitation i where i.contract = $1 and ${IS_INVITED}`,
};
const PUT: PreparedStatement = {
  name: 'contract-invitation-put',
  text: `
    insert into contract_invitation (id, contract, party, message, invited_by, invited_at, expires_at)
    values ($1, $2, $3, $4, (select node from entity where id = $5), ${NOW_MS}, ${NOW_MS} + ${OPEN_MS})
    on conflict (contract, party) do update
       set id = excluded.id, message = excluded.message, invited_by = excluded.invited_by, invited_at = excluded.invited_at,
           expires_at = excluded.expires_at`,
};
const REMOVE: PreparedStatement = {
  name: 'contract-invitation-remove',
  text: `delete from contract_invitation i where i.id = $1 and ${IS_INVITED} returning 1`,
};

/** Statements about invitations of consumers. */
@Injectable()
export class InvitationRepository {
  constructor(private readonly database: Database) {}

  /** Newest first. @param filter on an invitation `i`, its contract `e` and its party `p` */
  page(filter: Conditions, request: KeysetRequest): Promise<CountedRows<InvitationRow>> {
    return INVITATIONS.counted(this.database, filter, request);
  }

  async find(contract: string, id: string): Promise<InvitationRow | undefined> {
    const [row] = await this.database.read<InvitationRow & object>(BY_ID, [contract, id]);
    return row;
  }

  async ofParty(tx: Transaction, contract: string, party: string): Promise<InvitationRow | undefined> {
    const [row] = await query<InvitationRow & object>(tx, OF_PARTY, [contract, party]);
    return row;
  }

  async countOf(tx: Transaction, contract: string): Promise<number> {
    const [row] = await query<{ n: number }>(tx, COUNT, [contract]);
    return row?.n ?? 0;
  }

  /** In the place of one of the same party that has ended. */
  async put(tx: Transaction, { id, contract, party, message, by }: NewInvitation): Promise<void> {
    await query(tx, PUT, [id, contract, party, message ?? null, by]);
  }

  /** @returns whether it was open */
  async remove(tx: Transaction, id: string): Promise<boolean> {
    return (await query(tx, REMOVE, [id])).length > 0;
  }
}
