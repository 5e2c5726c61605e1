import { randomUUID } from 'node:crypto';
import type { FoundEntity } from '@app/catalog';
import { AccessControl } from '@app/auth';
import { conflict, forbidden, notFound, type Actor, type Operation } from '@app/common';
import { Database, answeredRun, once, tokenKeys, type IdempotencyToken, type Transaction } from '@app/database';
import { openFeed, type EventFeed, type FollowOptions } from '@app/events';
import { Injectable } from '@nestjs/common';
import { DataAccessService } from '../../access/data-access.service';
import { hasEnded, type DataRunKind, type DataRunRow, type RunRef } from '../data-run';
import { countDataRun } from '../data-run-counts';
import { runLog } from '../run-log';
import { shownRun } from '../shown-run';
import { DataRunRepository, type NewDataRun, type RequestedDataRun } from './data-run.repository';
import { DataRunSight } from './data-run-sight';
import { DataRunWaits } from './data-run-waits';

/** How a run is asked for, by the headers of a request. */
export interface DataRunOptions {
  /** How long to wait for its end, in ms. */
  readonly waitMs: number;
  /** Ends the wait: the process is stopping. */
  readonly signal: AbortSignal;
  readonly idempotency?: IdempotencyToken;
}

/** The request for a run, of a service that may be read or of a connection that is not stored. */
export interface WantedRun {
  readonly kind: DataRunKind;
  readonly request: object;
  /** Absent: of a connection that is not stored. */
  readonly service?: FoundEntity;
  readonly asset?: FoundEntity;
  readonly sealed?: Buffer;
  /** Whether it joins the run of its kind and target that waits; at most one of those is Running. */
  readonly joins: boolean;
}

/** 200 with the run that has ended, or 202 with the open one. */
export interface DataRunAnswer {
  readonly status: 200 | 202;
  readonly headers: Readonly<Record<string, string>>;
  /** The run as JSON text. */
  readonly body: string;
}

/** The right to end a run of another user: the same as that to ask for it. */
const ASKED_BY: Readonly<
  Record<DataRunKind, { readonly operation: Operation; readonly resource: 'databaseService' | 'table' }>
> = {
  connectionTest: { operation: 'ConnectData', resource: 'databaseService' },
  crawl: { operation: 'CrawlData', resource: 'databaseService' },
  profile: { operation: 'CheckData', resource: 'table' },
  check: { operation: 'CheckData', resource: 'table' },
  reading: { operation: 'CheckData', resource: 'table' },
};

/** Data runs: the use cases of requests. */
@Injectable()
export class DataRunService {
  constructor(
    private readonly database: Database,
    private readonly access: AccessControl,
    private readonly accesses: DataAccessService,
    private readonly runs: DataRunRepository,
    private readonly waits: DataRunWaits,
    private readonly sight: DataRunSight,
  ) {}

  /**
   * Joins the queued run, or queues one, and waits for it as long as requested. The caller has judged whether the actor may.
   * @throws {AppError} CONFLICT where the service's data may not be read
   */
  async request(actor: Actor, wanted: WantedRun, options: DataRunOptions): Promise<DataRunAnswer> {
    const { idempotency } = options;
    const run = newRun(actor, wanted, options);
    const work = async (tx: Transaction): Promise<RequestedDataRun> => {
      const { kind, service } = wanted;
      if (service && kind === 'connectionTest') await this.accesses.requireConnection(tx, service);
      else if (service) await this.accesses.require(tx, service);
      return this.runs.request(tx, run);
    };
    const done = await this.database.queuedTransaction(
      [...tokenKeys(idempotency), ...(run.joinKey === undefined ? [] : [`data ${run.joinKey}`])],
      (tx) =>
        once(
          tx,
          idempotency,
          () => work(tx),
          (requested) => ({ effect: requested }),
        ),
      actor.origin,
    );
    return answeredRun(this.database, idempotency, done, (requested) => this.answer(actor, requested, options));
  }

  /** @throws {AppError} NOT_FOUND, also for what the actor must not know of */
  async read(actor: Actor, id: string): Promise<object> {
    const run = await this.visible(actor, id);
    return this.shown(actor, run);
  }

  /** @throws {AppError} NOT_FOUND, FORBIDDEN, CONFLICT where it has ended */
  async cancel(actor: Actor, id: string): Promise<object> {
    const run = await this.visible(actor, id);
    await this.requireMayCancel(actor, run);
    const work = (tx: Transaction) => this.runs.end(tx, id, 'cancelled', `Cancelled by ${actor.name}`);
    const isEnded = !hasEnded(run.status) && (await this.database.transaction(work, actor.origin));
    if (isEnded) countDataRun(run.kind, 'Aborted');
    const now = (await this.runs.byId(id)) ?? run;
    if (!isEnded) throw conflict(`The run ${id} is ${now.status}: there is nothing to cancel`);
    return this.shown(actor, now);
  }

  /** Events of a run, past ones first. @throws {AppError} NOT_FOUND */
  async follow(id: string, options: FollowOptions): Promise<EventFeed> {
    const watch = await this.waits.watch.watch(id);
    let isRestricted = true;
    return openFeed(watch, {
      ...options,
      judge: async (reader) => {
        await this.visible(reader, id);
        isRestricted = this.sight.isRestricted(reader);
      },
      logOf: (run) => run && runLog(run, { isRestricted }),
    });
  }

  async shownAll(actor: Actor, runs: readonly DataRunRow[]): Promise<object[]> {
    const shownTo = await this.sight.of(actor, runs);
    return runs.map((run) => shownRun(run, shownTo(run)));
  }

  private async visible(actor: Actor, id: string): Promise<DataRunRow> {
    const run = await this.runs.byId(id);
    if (!run) throw notFound('dataRun', id);
    await this.sight.require(actor, run);
    return run;
  }

  private async shown(actor: Actor, run: DataRunRow): Promise<object> {
    return (await this.shownAll(actor, [run]))[0]!;
  }

  /** @throws {AppError} FORBIDDEN */
  private async requireMayCancel(actor: Actor, run: DataRunRow): Promise<void> {
    if (actor.name === run.requestedBy) return;
    const { operation, resource } = ASKED_BY[run.kind];
    const isOfService = resource === 'databaseService';
    const [ref, node] = isOfService ? [run.serviceRef, run.service] : [run.assetRef, run.asset];
    const owners = node === null ? undefined : (await this.runs.ownersOf([node])).get(node);
    const object = ref ? { id: ref.id, ownerIds: owners ?? [] } : undefined;
    if (!this.access.allows(actor, operation, resource, object))
      throw forbidden(actor, [operation], resource, ref?.id ?? run.id);
  }

  private async answer(
    actor: Actor,
    { joined, ...requested }: RequestedDataRun,
    { waitMs, signal }: DataRunOptions,
  ): Promise<DataRunAnswer> {
    const { id } = requested;
    // Who waits for nothing gets the run as it was asked for, whatever a worker has done with it since.
    const run = waitMs > 0 ? await this.waits.ended(id, waitMs, signal) : requested;
    if (!run) throw notFound('dataRun', id);
    const isEnded = hasEnded(run.status);
    return {
      status: isEnded ? 200 : 202,
      headers: {
        ...(joined && { 'X-Data-Run-Joined': 'true' }),
        ...(!isEnded && { Location: `/api/v1/dataRuns/${id}` }),
      },
      body: JSON.stringify(await this.shown(actor, run)),
    };
  }
}

function newRun(actor: Actor, wanted: WantedRun, { waitMs }: DataRunOptions): NewDataRun {
  const { kind, service, asset, request, sealed, joins } = wanted;
  const target = asset ?? service;
  return {
    id: randomUUID(),
    kind,
    request,
    ...(service && { service: { node: service.node, ref: refOf(service) } }),
    ...(asset && { asset: { node: asset.node, ref: refOf(asset) } }),
    ...(joins && target && { joinKey: `${kind} ${target.node}` }),
    ...(sealed && { sealed }),
    trigger: 'manual',
    requestedBy: actor.name,
    isAwaited: waitMs > 0,
    isUrgent: true,
  };
}

const refOf = ({ id, type, name, fqn }: FoundEntity): RunRef => ({ id, type, name, fullyQualifiedName: fqn });
