import { randomUUID } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';

export interface Asset {
  readonly id: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
}

export interface Edge {
  readonly fromEntity: string;
  readonly toEntity: string;
  readonly lineageDetails: Readonly<Record<string, unknown>>;
}

export interface Neighbourhood {
  readonly entity: Asset;
  readonly nodes: readonly Asset[];
  readonly upstreamEdges: readonly Edge[];
  readonly downstreamEdges: readonly Edge[];
}

export interface ErrorBody {
  readonly code: number;
  readonly errorType: string;
  readonly message: string;
}

export const newName = (kind: string): string => `${kind}_${randomUUID().slice(0, 8)}`;
export const encoded = (fqn: string): string => encodeURIComponent(fqn);

export async function makeSchema(admin: RestClient): Promise<string> {
  const service = newName('warehouse');
  await admin.must('POST', '/services/databaseServices', { name: service, serviceType: 'Postgres' });
  const database = await admin.must<Asset>('POST', '/databases', { name: 'shop', service });
  const { fullyQualifiedName } = await admin.must<Asset>('POST', '/databaseSchemas', {
    name: 'public',
    database: database.fullyQualifiedName,
  });
  return fullyQualifiedName;
}

/** A table with the columns `id` and `total`. */
export function makeTable(admin: RestClient, databaseSchema: string, name = newName('t'), more = {}): Promise<Asset> {
  const columns = ['id', 'total'].map((column) => ({ name: column, dataType: 'BIGINT' }));
  return admin.must<Asset>('POST', '/tables', { name, databaseSchema, columns, ...more });
}

export async function link(admin: RestClient, from: Asset, to: Asset, lineageDetails?: object): Promise<void> {
  const edge = {
    fromEntity: { id: from.id, type: 'table' },
    toEntity: { id: to.id, type: 'table' },
    ...(lineageDetails && { lineageDetails }),
  };
  await admin.must('PUT', '/lineage', { edge });
}
