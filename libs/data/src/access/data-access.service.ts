import { EntityFinder, toEntityKey, type FoundEntity } from '@app/catalog';
import { conflict, notFound, type Actor, type Operation } from '@app/common';
import { Database, recordAction, type Transaction } from '@app/database';
import { removeKeysOfService } from '@app/quality';
import { Injectable } from '@nestjs/common';
import { shownEngine, type ShownEngine } from './connection-kinds';
import type { DataAccess } from './data-access';
import { DataAccessRepository, type StoredAccess } from './data-access.repository';
import {
  configOf,
  connectionDigest,
  requireEngine,
  requireHarmless,
  requireLocks,
  requireReadable,
} from './stored-connection';

export interface ShownAccess extends DataAccess, ShownEngine {
  /** The connection was changed by a user who may not set data access: nothing is read until it is set again. */
  readonly suspended?: true;
  readonly suspendedBy?: string;
}

const TYPE = 'databaseService';

/** Says of which services the data may be read. A service is named by id or FQN. */
@Injectable()
export class DataAccessService {
  constructor(
    private readonly database: Database,
    private readonly entities: EntityFinder,
    private readonly access: DataAccessRepository,
    private readonly driversFolder?: string,
  ) {}

  find(actor: Actor, service: string, operation: Operation): Promise<FoundEntity> {
    return this.entities.findFor(actor, operation, TYPE, toEntityKey(service), service);
  }

  /** @throws {AppError} NOT_FOUND where there is none */
  async get(actor: Actor, service: string): Promise<ShownAccess> {
    const access = await this.shown(actor, service);
    if (!access) throw notFound('dataAccess', service);
    return access;
  }

  /** Data access of the service; undefined where it has none. @throws {AppError} NOT_FOUND for the service, FORBIDDEN */
  async shown(actor: Actor, service: string): Promise<ShownAccess | undefined> {
    const found = await this.find(actor, service, 'ConnectData');
    const stored = await this.access.of(found.node);
    if (!stored) return undefined;
    const engine = requireEngine((await this.access.typeOf(found.node)) ?? '');
    return {
      ...stored.document,
      ...(stored.suspendedBy !== null && { suspended: true as const, suspendedBy: stored.suspendedBy }),
      ...shownEngine(engine, this.driversFolder),
    };
  }

  /**
   * Gives access to what the connection leads to now; what stood there before is replaced whole.
   * @throws {AppError} BAD_REQUEST where no engine reads such services, the connection lacks something, or SQL of users is asked for and the
   *   engine cannot prevent writes; CONFLICT if there is no connection
   */
  async put(
    actor: Actor,
    service: string,
    document: DataAccess,
  ): Promise<{ readonly shown: ShownAccess; readonly isNew: boolean }> {
    const found = await this.find(actor, service, 'ConnectData');
    return this.writing(actor, found, async (tx) => {
      const shown = await this.access.lockConnection(tx, found.node);
      if (!shown) throw notFound(TYPE, service);
      const engine = requireEngine(shown.serviceType);
      const config = configOf(shown.connection);
      if (!config) throw conflict(`Service ${found.fqn} has no connection: store one, then give access to its data`);
      requireReadable(engine, config);
      requireLocks(engine, document);
      requireHarmless(engine, document.functions);
      const digest = connectionDigest(shown)!;
      const before = await this.access.put(tx, found, { document, digest, by: actor.name });
      if (!document.exampleKeys) await removeKeysOfService(tx, found.node);
      const change = { before: auditedOf(before), after: auditedOf({ document, digest, suspendedBy: null }) };
      await recordAction(tx, { action: 'dataAccessSet', actor: actor.name, to: { nodes: [found.node] }, ...change });
      return {
        shown: { ...document, ...shownEngine(engine, this.driversFolder) },
        isNew: before === undefined,
      };
    });
  }

  /** Ends it, and with it what waits for the source or reads it. @throws {AppError} NOT_FOUND where there is none */
  async remove(actor: Actor, service: string): Promise<void> {
    const found = await this.find(actor, service, 'ConnectData');
    await this.writing(actor, found, async (tx) => {
      const before = await this.access.remove(tx, found.node);
      if (!before) throw notFound('dataAccess', service);
      await removeKeysOfService(tx, found.node);
      const record = { actor: actor.name, to: { nodes: [found.node] }, before: auditedOf(before) };
      await recordAction(tx, { action: 'dataAccessRemoved', ...record });
    });
  }

  /**
   * Asked in the transaction that makes a run: the access stays what it is until that has ended.
   * @throws {AppError} CONFLICT where the service's data may not be read
   */
  async require(tx: Transaction, service: FoundEntity): Promise<void> {
    const held = await this.access.hold(tx, service.node);
    const isConnected = await this.access.isConnected(tx, service.node);
    if (!held || !isConnected) throw conflict(`Service ${service.fqn} has no data access`);
    if (!held.document.enabled) throw conflict(`Service ${service.fqn} has no data access: it is disabled`);
    requireOurs(service, held);
  }

  /**
   * `require`, where the connection is only tried: access need not be given yet. @throws {AppError} CONFLICT where there is no connection,
   * or a user who may not say where data is read has changed it
   */
  async requireConnection(tx: Transaction, service: FoundEntity): Promise<void> {
    const held = await this.access.hold(tx, service.node);
    if (!(await this.access.isConnected(tx, service.node)))
      throw conflict(`Service ${service.fqn} has no connection to try`);
    if (held) requireOurs(service, held);
  }

  /** One writer after the other, so that each knows what was there before. */
  private writing<T>(actor: Actor, { node }: FoundEntity, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.database.queuedTransaction([`dataAccess ${node}`], work, actor.origin);
  }
}

function requireOurs({ fqn }: FoundEntity, { suspendedBy }: StoredAccess): void {
  if (suspendedBy !== null)
    throw conflict(
      `The data access of service ${fqn} is suspended: ${suspendedBy} changed where its connection leads; give access anew`,
    );
}

const auditedOf = (stored: StoredAccess | undefined): object | undefined =>
  stored && { ...stored.document, ...(stored.suspendedBy !== null && { suspendedBy: stored.suspendedBy }) };
