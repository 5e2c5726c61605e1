import { JsonApi } from '../connect/json-api';
import type { SessionContext } from '../engine';
import type { DatabricksConfig } from './databricks-connection';
import { databricksError } from './databricks-explain';

/** A part of a result. */
export interface Chunk {
  readonly data_array?: readonly (readonly unknown[])[];
  readonly next_chunk_index?: number;
}

/** A statement as it stands. */
export interface Statement {
  readonly statement_id: string;
  readonly status: {
    readonly state: 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'CLOSED';
    readonly error?: { readonly error_code?: string; readonly message?: string };
  };
  readonly manifest?: {
    readonly schema?: { readonly columns?: readonly { readonly name: string }[] };
    readonly truncated?: boolean;
  };
  readonly result?: Chunk;
}

const STATEMENTS = '/api/2.0/sql/statements';
const MS = 1_000;
/** A token is asked for anew this long before its end. */
const SPARE_MS = 300_000;

/** The part of the API of a workspace that is used: statements, and tokens of service principals. */
export class DatabricksApi {
  private readonly api: JsonApi;
  private token?: { readonly text: string; readonly until: number };

  constructor(
    private readonly config: DatabricksConfig,
    private readonly context: SessionContext,
  ) {
    this.api = new JsonApi(config, context, databricksError);
  }

  /** @param more row_limit and the like */
  submit(statement: string, more: object): Promise<Statement> {
    const { warehouse: warehouse_id } = this.config;
    // Its name is answered at once, so that it can be cancelled.
    const fixed = { wait_timeout: '0s', disposition: 'INLINE', format: 'JSON_ARRAY' };
    return this.ask('POST', STATEMENTS, { warehouse_id, statement, ...fixed, ...more });
  }

  state(id: string): Promise<Statement> {
    return this.ask('GET', `${STATEMENTS}/${id}`);
  }

  chunk(id: string, index: number): Promise<Chunk> {
    return this.ask('GET', `${STATEMENTS}/${id}/result/chunks/${index}`);
  }

  async cancel(id: string): Promise<void> {
    await this.ask('POST', `${STATEMENTS}/${id}/cancel`, {});
  }

  close(): void {
    this.api.close();
  }

  private async ask<Answer>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    const authorization = `Bearer ${await this.bearer()}`;
    const seconds = this.context.limits.connectSeconds;
    return this.api.ask({ method, path, authorization, seconds, ...(body && { body }) });
  }

  private async bearer(): Promise<string> {
    const { login } = this.config;
    if ('token' in login) return login.token;
    if (this.token && this.token.until > Date.now()) return this.token.text;
    const { access_token: text, expires_in } = await this.api.ask<{ access_token: string; expires_in: number }>({
      ...{ method: 'POST', path: '/oidc/v1/token', form: { grant_type: 'client_credentials', scope: 'all-apis' } },
      authorization: `Basic ${Buffer.from(`${login.clientId}:${login.clientSecret}`).toString('base64')}`,
      seconds: this.context.limits.connectSeconds,
    });
    this.token = { text, until: Date.now() + expires_in * MS - SPARE_MS };
    return text;
  }
}
