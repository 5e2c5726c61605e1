import type { PageNeighbours } from '@app/common';
import {
  Database,
  KeysetOrder,
  KeysetQuery,
  NOW_MS,
  STATEMENT_MS,
  query,
  type Conditions,
  type KeysetRequest,
  type PreparedStatement,
  type Transaction,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import { brokenColumns, isConcerned } from '../consumers/contract-consumer';
import type { Party, Proposal } from './proposal';

export interface ProposalOfContract extends Proposal {
  readonly contract: { readonly node: string; readonly id: string; readonly fullyQualifiedName: string };
}

/** A proposal that ended because its contract, here its node, is deleted. */
export interface EndedWithContract extends Pick<
  Proposal,
  'id' | 'kind' | 'state' | 'endedBy' | 'round' | 'author' | 'parties'
> {
  readonly contract: string;
}

/** An open proposal, and a declaration on its contract. */
export interface ProposalOfConsumer {
  readonly proposal: ProposalOfContract;
  /** Id of the declaration, and of its consumer. */
  readonly consumer: string;
  readonly party: string;
  readonly columns?: readonly string[];
}

/** Declarations: one by its id, or all of some consumers by their nodes. */
export type DeclarationKey = { readonly id: string } | { readonly parties: readonly string[] };

/** Proposals that are due, and the time until the next one is. */
export interface DueProposals {
  /** Ids of contracts with a proposal whose deadline has passed, or that lacks a consumer who is gone. */
  readonly contracts: readonly string[];
  /** Until the next deadline, in ms; null: there is none. */
  readonly nextInMs: number | null;
}

export interface ProposalPage {
  readonly proposals: readonly ProposalOfContract[];
  readonly paging: PageNeighbours & { readonly total: number };
}

/** bigint is read as text. */
const number = (column: string, name: string): string => `'${name}', p.${column}`;

const SHOWN = `
  json_strip_nulls(json_build_object('id', p.id, 'kind', p.kind, 'state', p.state, 'endedBy', p.ended_by, 'round', p.round,
    'baseVersion', p.base_version, 'breaking', p.breaking, 'reason', p.reason, 'message', p.message,
    'author', json_build_object('id', p.author_id, 'name', p.author_name),
    'contract', json_build_object('node', e.node::text, 'id', e.id, 'fullyQualifiedName', e.fqn),
    ${number('asked_deadline', 'askedDeadline')}, ${number('opened_at', 'openedAt')}, ${number('consent_from', 'consentFrom')},
    ${number('deadline', 'deadline')}, ${number('applied_version', 'appliedVersion')}, ${number('ended_at', 'endedAt')})) as head,
  p.base, p.edits, p.document, p.changes, p.terms, p.options, p.approvals, p.parties, p.override`;

const FROM = `from contract_proposal p join entity e on e.node = p.contract`;
const SELECT = `select ${SHOWN} ${FROM}`;

/** Whether the deadline of the open proposal `p` has passed and is not applied yet. */
const IS_OVERDUE = `(p.ended_at is null and p.deadline <= ${STATEMENT_MS})`;
export const IS_NOT_OVERDUE = `${IS_OVERDUE} is not true`;

const PROPOSALS = new KeysetQuery<ProposalRow & object>({
  select: SELECT,
  from: FROM,
  order: new KeysetOrder<ProposalRow>(
    { sql: 'p.opened_at', type: 'bigint', key: ({ head }) => String(head.openedAt) },
    { sql: 'p.id', type: 'uuid', key: ({ head }) => head.id },
  ),
  direction: 'desc',
});

const statement = (name: string, text: string): PreparedStatement => ({ name, text: `${SELECT} where ${text}` });
const BY_ID = statement('contract-proposal', 'p.contract = $1 and p.id = $2');
const OPEN = statement('contract-proposal-open', 'p.contract = $1 and p.ended_at is null');

const OPEN_OF_DECLARATIONS = `
  select ${SHOWN}, d.id::text as consumer, t.id::text as "partyId", d.columns as relied
    from contract_consumer d join contract_proposal p on p.contract = d.contract and p.ended_at is null
    join entity e on e.node = p.contract join entity t on t.node = d.party`;
const OPEN_OF_DECLARATION: PreparedStatement = {
  name: 'contract-proposal-open-of-declaration',
  text: `${OPEN_OF_DECLARATIONS} where d.id = $1`,
};
const OPEN_OF_PARTIES: PreparedStatement = {
  name: 'contract-proposals-open-of-parties',
  text: `${OPEN_OF_DECLARATIONS} where d.party = any($1::bigint[])`,
};

interface ProposalRow {
  readonly head: Pick<ProposalOfContract, 'id' | 'openedAt' | 'contract'>;
  readonly document: Proposal['document'] | null;
  readonly override: Proposal['override'] | null;
}

const SAVE = `
  insert into contract_proposal (id, contract, kind, state, ended_by, round, base_version, base, edits, document, changes, breaking, terms, options,
    author_id, author_name, reason, asked_deadline, opened_at, consent_from, deadline, approvals, parties, override, applied_version, ended_at, message)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27)
  on conflict (id) do update set kind = excluded.kind, state = excluded.state, ended_by = excluded.ended_by, round = excluded.round,
    base_version = excluded.base_version, base = excluded.base, edits = excluded.edits, document = excluded.document, changes = excluded.changes,
    breaking = excluded.breaking, terms = excluded.terms, options = excluded.options, reason = excluded.reason,
    asked_deadline = excluded.asked_deadline, consent_from = excluded.consent_from, deadline = excluded.deadline,
    approvals = excluded.approvals, parties = excluded.parties, override = excluded.override, applied_version = excluded.applied_version,
    ended_at = excluded.ended_at, message = excluded.message`;

/** Consumers whose declaration is removed, or who are deleted. */
const GONE = `
  select p.consumer from unnest($1::uuid[]) p (consumer)
   where not exists (select from contract_consumer d join entity e on e.node = d.party and e.deleted_by is null where d.id = p.consumer)`;

const MOMENT: PreparedStatement = {
  name: 'contract-proposal-moment',
  text: `select ${NOW_MS}::text as now, contract_proposal_due($1) as due`,
};
const DUE: PreparedStatement = {
  name: 'contract-proposals-due',
  text: `
    with due as (
      (select contract from contract_proposal where ended_at is null and deadline <= ${STATEMENT_MS} order by deadline limit $1)
      union
      (select contract from contract_proposal where ended_at is null and consumer_gone order by contract limit $1))
    select array(select e.id::text from due d join entity e on e.node = d.contract and e.deleted_by is null) as contracts,
           (select min(deadline) - ${NOW_MS} from contract_proposal where ended_at is null and deadline > ${STATEMENT_MS})::float8 as "nextInMs"`,
};
const LOOKED: PreparedStatement = {
  name: 'contract-proposal-looked',
  text: `update contract_proposal set consumer_gone = false where contract = $1 and ended_at is null and consumer_gone`,
};

const CONSUMERS = `
  select d.id::text as consumer, d.columns,
         json_build_object('id', e.id, 'type', e.type, 'name', e.name, 'fullyQualifiedName', e.fqn) as party
    from contract_consumer d join entity e on e.node = d.party and e.deleted_by is null
   where d.contract = $1 and coalesce(d.until > ${STATEMENT_MS}, true) order by e.name, d.id`;

/** Statements about proposals. */
@Injectable()
export class ProposalRepository {
  constructor(private readonly database: Database) {}

  async find(contract: string, id: string): Promise<ProposalOfContract | undefined> {
    const [row] = await this.database.read<ProposalRow & object>(BY_ID, [contract, id]);
    return row && proposalOf(row);
  }

  /** `find` behind the lock of the contract. */
  async findIn(tx: Transaction, contract: string, id: string): Promise<ProposalOfContract | undefined> {
    const [row] = await query<ProposalRow & object>(tx, BY_ID, [contract, id]);
    return row && proposalOf(row);
  }

  /** The one that has not ended. @param contract its node */
  async open(tx: Transaction, contract: string): Promise<ProposalOfContract | undefined> {
    const [row] = await query<ProposalRow & object>(tx, OPEN, [contract]);
    return row && proposalOf(row);
  }

  /** The open proposals of the contracts on which something is declared. */
  async openOf(tx: Transaction, key: DeclarationKey): Promise<ProposalOfConsumer[]> {
    type Row = ProposalRow & { consumer: string; partyId: string; relied: readonly string[] | null };
    const [statement, value] = 'id' in key ? [OPEN_OF_DECLARATION, key.id] : [OPEN_OF_PARTIES, key.parties];
    const rows = await query<Row & object>(tx, statement, [value]);
    return rows.map(({ consumer, partyId, relied, ...row }) => ({
      ...{ proposal: proposalOf(row), consumer, party: partyId },
      ...(relied && { columns: relied }),
    }));
  }

  /** Now, in epoch ms, and whether the deadline of the open proposal has passed and is not applied yet. @param contract its node */
  async moment(tx: Transaction, contract: string): Promise<{ readonly now: number; readonly isDue: boolean }> {
    const [row] = await query<{ now: string; due: boolean }>(tx, MOMENT, [contract]);
    return { now: Number(row?.now), isDue: row?.due ?? false };
  }

  /** `moment` outside of a transaction. */
  async isDue(contract: string): Promise<boolean> {
    const [row] = await this.database.read<{ now: string; due: boolean }>(MOMENT, [contract]);
    return row?.due ?? false;
  }

  /** @param most of the contracts whose deadline has passed, and of the others */
  async due(most: number): Promise<DueProposals> {
    const [row] = await this.database.read<DueProposals & object>(DUE, [most]);
    return row!;
  }

  /** Notes that the open proposal is looked at: behind this, a consumer who goes has it looked at once more. @param contract its node */
  async noteLook(tx: Transaction, contract: string): Promise<void> {
    await query(tx, LOOKED, [contract]);
  }

  /** Ids of contracts with a proposal of the filter whose deadline has passed, longest first. */
  async overdue(filter: Conditions, most: number): Promise<string[]> {
    const past = filter.copy().add(IS_OVERDUE);
    const text = `select e.id::text ${FROM} ${past.where} order by p.deadline limit ${past.bind(most)}`;
    const rows = await this.database.query<{ id: string }>(text, past.values);
    return rows.map(({ id }) => id);
  }

  async save(tx: Transaction, contract: string, one: Proposal): Promise<void> {
    const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));
    await query(tx, { name: 'contract-proposal-save', text: SAVE }, [
      ...[one.id, contract, one.kind, one.state, one.endedBy ?? null, one.round, one.baseVersion],
      ...[json(one.base), json(one.edits), json(one.document), json(one.changes), one.breaking, json(one.terms)],
      ...[json(one.options), one.author.id, one.author.name, one.reason ?? null, one.askedDeadline ?? null],
      ...[one.openedAt, one.consentFrom ?? null, one.deadline ?? null, json(one.approvals), json(one.parties)],
      ...[json(one.override), one.appliedVersion ?? null, one.endedAt ?? null, one.message ?? null],
    ]);
  }

  /** Ends what is open of contracts that are deleted. @returns what was open, with the nodes of the contracts @param contracts nodes */
  async endOf(tx: Transaction, contracts: readonly string[]): Promise<readonly EndedWithContract[]> {
    const text = `
      update contract_proposal set state = 'Withdrawn', ended_by = 'contractDeleted', ended_at = ${NOW_MS}
       where contract = any($1::bigint[]) and ended_at is null
       returning id::text, contract::text, kind, state, ended_by as "endedBy", round, parties, json_build_object('id', author_id, 'name', author_name) as author`;
    return query<EndedWithContract & object>(tx, text, [contracts]);
  }

  async consumers(tx: Transaction, contract: string): Promise<Pick<Party, 'consumer' | 'party' | 'columns'>[]> {
    type Row = Omit<Party, 'columns'> & { readonly columns: readonly string[] | null };
    const rows = await query<Row & object>(tx, CONSUMERS, [contract]);
    return rows.map(({ consumer, party, columns }) => ({ consumer, party, ...(columns && { columns }) }));
  }

  /** Finds those whom what breaks concerns, at the moment when the consent begins; the author has approved. @param contract its node */
  async partiesOf(
    tx: Transaction,
    contract: string,
    { changes, author }: Pick<Proposal, 'changes' | 'author'>,
  ): Promise<Party[]> {
    const columns = brokenColumns(changes);
    const consumers = await this.consumers(tx, contract);
    return consumers
      .filter((one) => isConcerned(one.columns, columns))
      .map((one) => ({ ...one, decision: one.party.id === author.id ? 'approve' : 'pending' }));
  }

  /** Ids of declarations that count for nothing any more. */
  async gone(tx: Transaction, consumers: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await query<{ consumer: string }>(tx, GONE, [consumers]);
    return new Set(rows.map(({ consumer }) => consumer));
  }

  /** @param filter on a proposal `p` and its contract `e` */
  async page(filter: Conditions, request: KeysetRequest): Promise<ProposalPage> {
    const { rows, paging } = await PROPOSALS.counted(this.database, filter, request);
    return { proposals: rows.map(proposalOf), paging };
  }
}

function proposalOf({ head, document, override, ...rest }: ProposalRow): ProposalOfContract {
  return {
    ...head,
    ...rest,
    ...(document && { document }),
    ...(override && { override }),
  } as unknown as ProposalOfContract;
}
