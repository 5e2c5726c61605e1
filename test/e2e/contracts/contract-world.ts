import { randomBytes } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';

/** One validation run as the API shows it. */
export interface Result {
  readonly id: string;
  readonly dataContractFQN: string;
  readonly timestamp: number;
  readonly contractExecutionStatus: string;
  readonly result?: string;
  readonly executionTime?: number;
  readonly [dimension: string]: unknown;
}

export interface ResultPage {
  readonly data: readonly Result[];
  readonly paging: { readonly total: number; readonly before?: string; readonly after?: string };
}

export interface Contract {
  readonly id: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
  readonly entity: { readonly id: string; readonly type: string };
  readonly version: number;
  readonly latestResult?: { readonly timestamp: number; readonly status: string; readonly resultId: string };
  readonly [property: string]: unknown;
}

export interface Asset {
  readonly id: string;
  readonly fullyQualifiedName: string;
}

const COLUMNS = [
  { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
  { name: 'email', dataType: 'VARCHAR', dataLength: 320 },
  { name: 'note', dataType: 'TEXT' },
];

/** A running service and a schema of its own, in which every test makes assets of its own. */
export class ContractWorld {
  private constructor(
    readonly service: RunningService,
    readonly client: RestClient,
    readonly schema: string,
  ) {}

  static async shared(): Promise<ContractWorld> {
    return ContractWorld.on(await RunningService.shared());
  }

  static async on(service: RunningService): Promise<ContractWorld> {
    const client = await service.client();
    const shop = unique('shop');
    await client.must('POST', '/services/databaseServices', { name: shop, serviceType: 'Postgres' });
    await client.must('POST', '/databases', { name: 'sales', service: shop });
    await client.must('POST', '/databaseSchemas', { name: 'public', database: `${shop}.sales` });
    return new ContractWorld(service, client, `${shop}.sales.public`);
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  table(more: object = {}): Promise<Asset> {
    const body = { name: unique('t'), databaseSchema: this.schema, columns: COLUMNS, ...more };
    return this.client.must<Asset>('POST', '/tables', body);
  }

  /** On a table of its own, with a schema that the table has. */
  async contract(more: object = {}): Promise<Contract> {
    const { id } = await this.table();
    const schema = [{ name: 'id', dataType: 'BIGINT' }];
    const body = { name: unique('c'), entity: { id, type: 'table' }, schema, ...more };
    return this.client.must<Contract>('POST', '/dataContracts', body);
  }

  read(id: string, query = ''): Promise<Contract> {
    return this.client.must<Contract>('GET', `/dataContracts/${id}${query}`);
  }

  results(id: string, query = ''): Promise<ResultPage> {
    return this.client.must<ResultPage>('GET', `/dataContracts/${id}/results${query}`);
  }

  push(id: string, timestamp: number, more: object = {}): Promise<Result> {
    return this.client.must<Result>('PUT', `/dataContracts/${id}/results`, {
      timestamp,
      contractExecutionStatus: 'Success',
      ...more,
    });
  }
}

export function unique(prefix: string): string {
  return `${prefix}_${randomBytes(5).toString('hex')}`;
}
