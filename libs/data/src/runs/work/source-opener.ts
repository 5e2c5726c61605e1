import { dirname } from 'node:path';
import type { ConnectionBox } from '@app/auth';
import { isObject } from '@app/common';
import type { Settings } from '@app/config';
import { engineOf, SourceError, SourceNetworks, type Engine, type Reason, type SessionContext } from '@app/sources';
import { UNSTORED_ACCESS, type AccessLimits, type DataAccess } from '../../access/data-access';
import { configOf, connectionDigest } from '../../access/stored-connection';
import type { FoundSource, LeasedDataRun } from './data-claim.repository';

export type SourceSettings = Pick<
  Settings,
  | 'dataDir'
  | 'dataNetworks'
  | 'dataFilesRoots'
  | 'dataDriversDir'
  | 'dataRowsLimit'
  | 'dataResultBytes'
  | 'dataMemoryMegabytes'
  | 'dataTempBytes'
  | 'dataThreads'
  | 'signingKeyFile'
  | 'connectionKeyFile'
>;

/** An engine with what it made of a connection, opened. */
export interface OpenedSource {
  readonly engine: Engine;
  readonly config: unknown;
}

/** Opens connections with their secrets: in a worker of the lane `data`, and nowhere else. */
export class SourceOpener {
  private readonly networks: SourceNetworks;

  constructor(private readonly settings: SourceSettings) {
    this.networks = new SourceNetworks(settings.dataNetworks);
  }

  /** By what rules a run reads. @param found of its service */
  accessOf(run: LeasedDataRun, found: FoundSource | undefined): DataAccess {
    if (found?.access) return found.access;
    const limits = isObject(run.request.limits) ? (run.request.limits as Partial<AccessLimits>) : {};
    return { ...UNSTORED_ACCESS, limits: { ...UNSTORED_ACCESS.limits, ...limits } };
  }

  /** @throws {SourceError} where the service may not be read, or its connection cannot be opened */
  open(box: ConnectionBox, run: LeasedDataRun, found: FoundSource | undefined): OpenedSource {
    if (run.sealed) return this.opened(box, run.sealed, String(run.request.serviceType));
    const isTest = run.kind === 'connectionTest';
    if (!found || found.suspendedBy !== null || !(isTest || found.access?.enabled))
      throw refused('noDataAccess', 'The data of the service may not be read any more');
    // Whatever way the connection was changed: it has to be the one that access was given for.
    if (!found.sealed || (found.digest !== null && connectionDigest(found) !== found.digest))
      throw refused('noDataAccess', 'The connection is not the one that data access was given for: give access anew');
    return this.opened(box, found.sealed, found.serviceType, !found.requiresTls);
  }

  contextOf(runId: string, { limits }: DataAccess): SessionContext {
    const { dataDir, dataFilesRoots, dataRowsLimit, dataResultBytes, dataMemoryMegabytes, dataThreads } = this.settings;
    const { dataDriversDir, dataTempBytes } = this.settings;
    const { connectSeconds, statementSeconds } = limits;
    return {
      limits: { connectSeconds, statementSeconds, rows: dataRowsLimit, bytes: dataResultBytes },
      networks: this.networks,
      program: `metadata-catalog data ${runId}`,
      files: { roots: dataFilesRoots, refused: [dataDir, ...this.keyFolders()] },
      memoryMb: dataMemoryMegabytes,
      tempBytes: dataTempBytes,
      threads: dataThreads,
      ...(dataDriversDir !== undefined && { driversFolder: dataDriversDir }),
    };
  }

  /** The folders of keys: what lies there is none of the data that a service of files is for. */
  private keyFolders(): string[] {
    const { signingKeyFile, connectionKeyFile } = this.settings;
    return [signingKeyFile, connectionKeyFile].filter((file) => file !== undefined).map((file) => dirname(file));
  }

  private opened(box: ConnectionBox, sealed: Buffer, serviceType: string, isOfBefore = false): OpenedSource {
    const text = box.open(sealed);
    if (text === undefined)
      throw new SourceError({
        reason: 'sealedElsewhere',
        field: 'connection',
        message: 'The connection was sealed with another key than the worker has',
        cure: 'Give the worker the key of the API: SIGNING_KEY_FILE, or CONNECTION_KEY_FILE where that is set',
      });
    const engine = engineOf(serviceType);
    if (!engine) throw refused('unsupported', `No engine reads services of the type ${serviceType}`);
    const read = engine.readConfig(configOf(JSON.parse(text)) ?? {}, isOfBefore);
    if ('config' in read) return { engine, config: read.config };
    const [{ field, message } = { field: 'connection', message: 'cannot be read' }] = read.faults;
    throw new SourceError({
      reason: 'badParameter',
      field,
      message: `${field} ${message}`,
      cure: `Mend ${field} of the service`,
    });
  }
}

function refused(reason: Reason, message: string): SourceError {
  return new SourceError({ reason, message });
}
