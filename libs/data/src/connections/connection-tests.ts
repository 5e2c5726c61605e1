import { AccessControl, ConnectionBox } from '@app/auth';
import { conflict, invalidFields, type Actor } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { AccessLimits } from '../access/data-access';
import { DataAccessService } from '../access/data-access.service';
import { configOf, requireEngine } from '../access/stored-connection';
import { DataRunService, type DataRunAnswer, type DataRunOptions } from '../runs/request/data-run.service';

/** A connection that is tried before it is stored. */
export interface UnstoredConnection {
  readonly serviceType: string;
  readonly connection: Readonly<Record<string, unknown>>;
  readonly limits?: Partial<AccessLimits>;
}

@Injectable()
export class ConnectionTests {
  constructor(
    private readonly access: AccessControl,
    private readonly accesses: DataAccessService,
    private readonly runs: DataRunService,
    private readonly box: ConnectionBox,
  ) {}

  /** Tests the connection of a service, by id or FQN. @throws {AppError} NOT_FOUND, FORBIDDEN, CONFLICT where its data may not be read */
  async ofService(actor: Actor, service: string, options: DataRunOptions): Promise<DataRunAnswer> {
    const found = await this.accesses.find(actor, service, 'ConnectData');
    return this.runs.request(actor, { kind: 'connectionTest', request: {}, service: found, joins: true }, options);
  }

  /**
   * Tests a connection that is not stored: it goes sealed to the worker, and nothing of it stays.
   * @throws {AppError} FORBIDDEN, BAD_REQUEST
   */
  async ofUnstored(actor: Actor, sent: UnstoredConnection, options: DataRunOptions): Promise<DataRunAnswer> {
    this.access.require(actor, ['ConnectData'], 'databaseService');
    const { serviceType, connection, limits = {} } = sent;
    const engine = requireEngine(serviceType);
    const config = configOf(connection);
    if (!config) throw conflict('There is no connection.config to try');
    const read = engine.readConfig(config);
    if ('faults' in read) throw invalidFields(read.faults.map(({ field, message }) => ({ field, message })));
    const sealed = this.box.seal(JSON.stringify(connection));
    const request = { serviceType, limits };
    return this.runs.request(actor, { kind: 'connectionTest', request, sealed, joins: false }, options);
  }
}
