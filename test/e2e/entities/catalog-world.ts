import { randomBytes } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';

/** An entity as it is read; what a test looks at. */
export interface Entity {
  readonly id: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
  readonly version: number;
  readonly deleted: boolean;
  readonly href: string;
  readonly [property: string]: unknown;
}

export interface Page {
  readonly data: readonly Entity[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
}

/** The shared service, and names that nobody else has. */
export class CatalogWorld {
  private constructor(
    readonly service: RunningService,
    readonly client: RestClient,
  ) {}

  static async shared(): Promise<CatalogWorld> {
    const service = await RunningService.shared();
    return new CatalogWorld(service, await service.client());
  }

  /** A database schema of its own; returns its FQN. */
  async schema(): Promise<string> {
    const name = unique('svc');
    await this.client.must('POST', '/services/databaseServices', { name, serviceType: 'Postgres' });
    await this.client.must('POST', '/databases', { name: 'db', service: name });
    await this.client.must('POST', '/databaseSchemas', { name: 'public', database: `${name}.db` });
    return `${name}.db.public`;
  }

  table(databaseSchema: string, name: string, more: object = {}): Promise<Entity> {
    const columns = [{ name: 'id', dataType: 'BIGINT' }];
    return this.client.must('POST', '/tables', { name, databaseSchema, columns, ...more });
  }
}

export function unique(prefix: string): string {
  return `${prefix}_${randomBytes(5).toString('hex')}`;
}

/** A part of a path. */
export const part = (text: string): string => encodeURIComponent(text);
