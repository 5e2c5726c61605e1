import { randomUUID } from 'node:crypto';
import { AccessControl } from '@app/auth';
import { conflict, KeysetPages, notFound, type Actor, type PageNeighbours } from '@app/common';
import {
  answeredRun,
  Conditions,
  Database,
  KeysetOrder,
  KeysetQuery,
  NOW_MS,
  once,
  query,
  tokenKeys,
  type IdempotencyToken,
  type AnswerOfRun,
  type Transaction,
} from '@app/database';
import { ChangeWatch } from '@app/events';
import { Injectable } from '@nestjs/common';
import {
  hasEnded,
  RECOUNT_CHANNEL,
  RECOUNT_COLUMNS,
  shownRecount,
  type RecountRow,
  type RecountStatus,
} from './recount-run';

export interface RecountOptions {
  /** How long to wait for its end, in ms. */
  readonly waitMs: number;
  /** Ends the wait: the process is stopping. */
  readonly signal: AbortSignal;
  readonly idempotency?: IdempotencyToken;
}

export interface RecountQuery {
  readonly status?: RecountStatus;
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
}

type RequestedRecount = RecountRow & {
  /** Whether it was open already. */
  readonly joined: boolean;
};

/** Recounts that have ended and are stored. */
const MOST_STORED = 100;

/** Requests, shows and cancels recounts. Each of these is for administrators alone. */
@Injectable()
export class Recounts {
  private readonly watch: ChangeWatch<RecountRow | undefined>;

  constructor(
    private readonly database: Database,
    private readonly access: AccessControl,
    private readonly pages: KeysetPages,
  ) {
    this.watch = new ChangeWatch(database, {
      channel: RECOUNT_CHANNEL,
      keyOf: (id) => id,
      load: (id) => this.byId(id),
    });
  }

  /** Requests a recount, or joins the open one, and waits for it as long as requested. @throws {AppError} FORBIDDEN */
  async request(actor: Actor, options: RecountOptions): Promise<AnswerOfRun> {
    this.requireAdministrator(actor);
    const { idempotency } = options;
    const work = (tx: Transaction) =>
      once(
        tx,
        idempotency,
        () => requestRecount(tx, actor.name),
        (requested) => ({ effect: requested }),
      );
    const done = await this.database.queuedTransaction(tokenKeys(idempotency), work, actor.origin);
    return answeredRun(this.database, idempotency, done, (requested) => this.answer(requested, options));
  }

  /** Lists recounts, the newest first. @throws {AppError} FORBIDDEN, BAD_REQUEST for a cursor of another list */
  async page(
    actor: Actor,
    { status, limit, before, after }: RecountQuery,
  ): Promise<{ readonly data: readonly object[]; readonly paging: PageNeighbours & { readonly total: number } }> {
    this.requireAdministrator(actor);
    const page = this.pages.open(`recounts ${status ?? ''}`, { before, after });
    const filter = Conditions.of().when(status, (bound) => `r.status = ${bound}`);
    const { rows, paging } = await RECOUNTS.counted(this.database, filter, { page, limit });
    return { data: rows.map(shownRecount), paging };
  }

  /** @throws {AppError} FORBIDDEN, NOT_FOUND */
  async read(actor: Actor, id: string): Promise<object> {
    this.requireAdministrator(actor);
    return shownRecount(await this.found(id));
  }

  /** Ends a recount as Aborted. What was mended stays. @throws {AppError} FORBIDDEN, NOT_FOUND, CONFLICT where it has ended */
  async cancel(actor: Actor, id: string): Promise<object> {
    this.requireAdministrator(actor);
    const text = `Cancelled by ${actor.name}`;
    const ended = await this.database.transaction((tx) => query(tx, CANCEL, [id, text]), actor.origin);
    const recount = await this.found(id);
    if (ended.length === 0) throw conflict(`The recount ${id} is ${recount.status}: there is nothing to cancel`);
    return shownRecount(recount);
  }

  private async answer({ joined, ...requested }: RequestedRecount, options: RecountOptions): Promise<AnswerOfRun> {
    const { id } = requested;
    const { waitMs, signal } = options;
    const isOver = (row?: RecountRow): boolean => !row || hasEnded(row);
    const recount = waitMs > 0 ? await this.watch.until(id, isOver, waitMs, signal) : requested;
    if (!recount) throw notFound('recount', id);
    const isOpen = !hasEnded(recount);
    return {
      status: isOpen ? 202 : 200,
      headers: {
        ...(joined && { 'X-Recount-Joined': 'true' }),
        ...(isOpen && { Location: `/api/v1/system/recounts/${id}` }),
      },
      body: JSON.stringify(shownRecount(recount)),
    };
  }

  private async found(id: string): Promise<RecountRow> {
    const recount = await this.byId(id);
    if (!recount) throw notFound('recount', id);
    return recount;
  }

  private async byId(id: string): Promise<RecountRow | undefined> {
    return (await this.database.read<RecountRow & object>(BY_ID, [id]))[0];
  }

  private requireAdministrator(actor: Actor): void {
    this.access.require(actor, ['EditAll'], 'setting');
  }
}

/** Joins the open recount, or makes one, and removes the oldest beyond those that are stored. Workers are woken with the commit. */
export async function requestRecount(tx: Transaction, by: string): Promise<RequestedRecount> {
  await query(tx, PURGE, []);
  return (await query<RequestedRecount & object>(tx, REQUEST, [randomUUID(), by]))[0]!;
}

const REQUEST = `
  insert into recount_run as r (id, status, requested_by, timestamp) values ($1, 'Queued', $2, ${NOW_MS})
  on conflict ((true)) where status in ('Queued', 'Running') do update set requested_by = r.requested_by
  returning ${RECOUNT_COLUMNS}, r.xmax <> 0 as joined`;

const PURGE = `
  delete from recount_run
   where ended_at is not null and id in (select id from recount_run order by timestamp desc, id desc offset ${MOST_STORED})`;

const BY_ID = { name: 'recount', text: `select ${RECOUNT_COLUMNS} from recount_run r where r.id = $1` };

const CANCEL = `
  update recount_run set status = 'Aborted', reason = 'cancelled', message = $2, lease_until = null, ended_at = ${NOW_MS}
   where id = $1 and status in ('Queued', 'Running') returning true`;

const RECOUNTS = new KeysetQuery<RecountRow & object>({
  select: `select ${RECOUNT_COLUMNS} from recount_run r`,
  from: 'from recount_run r',
  order: new KeysetOrder<RecountRow>(
    { sql: 'r.timestamp', type: 'bigint', key: ({ timestamp }) => timestamp },
    { sql: 'r.id', type: 'uuid', key: ({ id }) => id },
  ),
  direction: 'desc',
});
