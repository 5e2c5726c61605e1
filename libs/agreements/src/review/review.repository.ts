import { NOW_MS, query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ContractState, Person } from './authors';

/** The review of a contract that does not bind, as it is stored. */
export interface ReviewRow {
  /** Those who are known to have changed it, up to this version (in tenths). */
  readonly authors: readonly Person[];
  readonly version: number;
  /** The status that it gets when it is approved, as it was sent. */
  readonly wanted: string | null;
}

export interface Submission {
  readonly by: string;
  readonly wanted: string;
}

export interface Decision {
  readonly by: string;
  readonly comment: string | undefined;
}

const STATES = {
  name: 'contract-states',
  text: `
  select v.version, v.updated_at::text as "updatedAt", v.document ->> 'entityStatus' as "entityStatus",
         v.document ->> 'effectiveUntil' as "effectiveUntil"
    from entity_version v where v.node = $1 and v.version >= $2 order by v.version`,
};

const DOCUMENTS = {
  name: 'contract-states-documents',
  text: `select v.document from entity_version v where v.node = $1 and v.version >= $2 order by v.version`,
};

/** Statements about reviews. */
@Injectable()
export class ReviewRepository {
  /** Epoch ms by the database's clock. */
  async now(tx: Transaction): Promise<number> {
    const [row] = await query<{ now: string }>(tx, `select ${NOW_MS}::text as now`);
    return Number(row?.now);
  }

  async find(tx: Transaction, node: string): Promise<ReviewRow | undefined> {
    const text = `select authors, version, wanted from contract_review where node = $1`;
    const [row] = await query<ReviewRow & object>(tx, text, [node]);
    return row;
  }

  /** Past states from a version on, by version. */
  async states(tx: Transaction, node: string, from: number): Promise<ContractState[]> {
    const rows = await query<{ [Key in keyof ContractState]: string | null }>(tx, STATES, [node, from]);
    return rows.map(({ version, updatedAt, entityStatus, effectiveUntil }) => ({
      ...{ version: Number(version), updatedAt: Number(updatedAt), entityStatus: entityStatus ?? '' },
      ...(typeof effectiveUntil === 'string' && { effectiveUntil }),
    }));
  }

  async documents(tx: Transaction, node: string, from: number): Promise<Record<string, unknown>[]> {
    const rows = await query<{ document: Record<string, unknown> }>(tx, DOCUMENTS, [node, from]);
    return rows.map(({ document }) => document);
  }

  async idsOf(tx: Transaction, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const text = `select name, id::text from entity where type = 'user' and fqn = any($1::text[])`;
    const rows = await query<{ name: string; id: string }>(tx, text, [names]);
    return new Map(rows.map(({ name, id }) => [name, id]));
  }

  /** Stores who has changed the contract, up to a version; with a submission, which awaits a decision. */
  async changed(
    tx: Transaction,
    node: string,
    { authors, version }: Pick<ReviewRow, 'authors' | 'version'>,
    submission?: Submission,
  ): Promise<void> {
    const values = [node, JSON.stringify(authors), version, submission?.by ?? null, submission?.wanted ?? null];
    await query(
      tx,
      `insert into contract_review as r (node, authors, version, submitted_by, wanted, submitted_at)
       values ($1, $2, $3, $4::text, $5, case when $4::text is not null then ${NOW_MS} end)
       on conflict (node) do update set authors = excluded.authors, version = excluded.version,
         submitted_by = coalesce(excluded.submitted_by, r.submitted_by), submitted_at = coalesce(excluded.submitted_at, r.submitted_at),
         wanted = coalesce(excluded.wanted, r.wanted),
         reviewed_by = case when excluded.submitted_by is null then r.reviewed_by end,
         reviewed_at = case when excluded.submitted_by is null then r.reviewed_at end,
         comment = case when excluded.submitted_by is null then r.comment end`,
      values,
    );
  }

  async decided(
    tx: Transaction,
    node: string,
    { authors, version }: Pick<ReviewRow, 'authors' | 'version'>,
    { by, comment }: Decision,
  ): Promise<void> {
    await query(
      tx,
      `insert into contract_review as r (node, authors, version, reviewed_by, reviewed_at, comment) values ($1, $2, $3, $4, ${NOW_MS}, $5)
       on conflict (node) do update set authors = excluded.authors, version = excluded.version, reviewed_by = excluded.reviewed_by,
         reviewed_at = excluded.reviewed_at, comment = excluded.comment`,
      [node, JSON.stringify(authors), version, by, comment ?? null],
    );
  }
}
