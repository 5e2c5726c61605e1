import { AccessControl } from '@app/auth';
import type { Actor } from '@app/common';
import { connectionSchema, type DriverState, driverState, type Engine, ENGINES } from '@app/sources';
import { Injectable } from '@nestjs/common';

/** The part of an answer that is about an engine, beside what a service says of itself. */
export interface ShownEngine {
  readonly engine: string;
  /** The engine was tried against recorded answers alone. */
  readonly preview?: true;
  /** The state that this process finds; that of the worker counts, which may have other packages. */
  readonly driver: DriverState;
}

/** Connections that one engine reads. */
export interface ConnectionKind extends ShownEngine {
  readonly serviceTypes: readonly string[];
  /** Schemes of connection strings, each with the type of services that it stands for. */
  readonly schemes: Readonly<Record<string, string>>;
  /** JSON schema of `connection.config`. */
  readonly schema: Readonly<Record<string, unknown>>;
}

/** @param driversFolder of drivers that are no part of the installation */
export const shownEngine = ({ name, isPreview, driver }: Engine, driversFolder: string | undefined): ShownEngine => ({
  engine: name,
  ...(isPreview && { preview: true as const }),
  driver: driverState(driver, driversFolder),
});

/** Says what a connection of each kind consists of. */
@Injectable()
export class ConnectionKinds {
  constructor(
    private readonly access: AccessControl,
    private readonly driversFolder?: string,
  ) {}

  /** @throws {AppError} FORBIDDEN for who may not connect sources */
  list(actor: Actor): readonly ConnectionKind[] {
    this.access.require(actor, ['ConnectData'], 'databaseService');
    return ENGINES.map((engine) => ({
      ...shownEngine(engine, this.driversFolder),
      serviceTypes: engine.serviceTypes,
      schemes: engine.schemes ?? {},
      schema: connectionSchema(engine.fields, engine.logins),
    }));
  }
}
