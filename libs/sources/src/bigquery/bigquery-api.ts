import { sign } from 'node:crypto';
import { JsonApi } from '../connect/json-api';
import type { SessionContext } from '../engine';
import type { BigQueryConfig } from './bigquery-connection';
import { bigQueryError } from './bigquery-explain';

/** A statement that runs, or ran. */
export interface Job {
  readonly jobReference?: { readonly jobId: string; readonly location?: string };
  readonly status?: { readonly errorResult?: { readonly reason?: string; readonly message?: string } };
  readonly statistics?: { readonly query?: { readonly statementType?: string } };
}

export interface ResultPage {
  readonly jobComplete: boolean;
  readonly pageToken?: string;
  readonly schema?: { readonly fields?: readonly { readonly name: string }[] };
  readonly rows?: readonly { readonly f: readonly { readonly v: unknown }[] }[];
}

/** A dataset and where its data lies. */
export interface Dataset {
  readonly name: string;
  readonly location: string;
}

const AUDIENCE = 'https://bigquery.googleapis.com/';
const TOKEN_SECONDS = 3_600;
/** A token is made anew long before its end. */
const RENEW_SECONDS = 1_800;
const MS = 1_000;
const encoded = encodeURIComponent;

/** The part of BigQuery's API, version 2, that is used. Its token is made here of the key: no other host is asked for one. */
export class BigQueryApi {
  private readonly api: JsonApi;
  private token?: { readonly text: string; readonly until: number };

  constructor(
    private readonly config: BigQueryConfig,
    private readonly context: SessionContext,
  ) {
    this.api = new JsonApi(config, context, bigQueryError);
  }

  /** @param jobReference absent of one that is only tried */
  insert(jobReference: object | undefined, configuration: object): Promise<Job> {
    const body = { ...(jobReference && { jobReference }), configuration };
    return this.ask('POST', `/projects/${encoded(this.config.billingProject)}/jobs`, body);
  }

  /** @param waitSeconds how long the answer waits for the end of the job */
  results(
    jobId: string,
    location: string | undefined,
    maxResults: number,
    page: string | undefined,
    waitSeconds: number,
  ) {
    const query = new URLSearchParams({
      maxResults: String(maxResults),
      timeoutMs: String(waitSeconds * MS),
      'formatOptions.useInt64Timestamp': 'true',
      ...(location !== undefined && { location }),
      ...(page !== undefined && { pageToken: page }),
    });
    const path = `/projects/${encoded(this.config.billingProject)}/queries/${jobId}?${query.toString()}`;
    return this.ask<ResultPage>('GET', path, undefined, waitSeconds);
  }

  async cancel(jobId: string, location: string | undefined): Promise<void> {
    const query = location === undefined ? '' : `?location=${encoded(location)}`;
    await this.ask('POST', `/projects/${encoded(this.config.billingProject)}/jobs/${jobId}/cancel${query}`, {});
  }

  /** All datasets of the project but those that are hidden. */
  async datasets(): Promise<readonly Dataset[]> {
    const found: Dataset[] = [];
    for (let page: string | undefined; ;) {
      const query = `maxResults=1000${page === undefined ? '' : `&pageToken=${encoded(page)}`}`;
      const answer: {
        readonly datasets?: readonly {
          readonly datasetReference: { readonly datasetId: string };
          readonly location: string;
        }[];
        readonly nextPageToken?: string;
      } = await this.ask('GET', `/projects/${encoded(this.config.project)}/datasets?${query}`);
      for (const { datasetReference, location } of answer.datasets ?? [])
        found.push({ name: datasetReference.datasetId, location });
      page = answer.nextPageToken;
      if (page === undefined) return found;
    }
  }

  close(): void {
    this.api.close();
  }

  private ask<Answer>(method: 'GET' | 'POST', path: string, body?: object, more = 0): Promise<Answer> {
    return this.api.ask({
      ...{ method, path: `/bigquery/v2${path}`, authorization: `Bearer ${this.bearer()}` },
      seconds: this.context.limits.connectSeconds + more,
      ...(body && { body }),
    });
  }

  private bearer(): string {
    const now = Math.floor(Date.now() / MS);
    if (this.token && this.token.until > now) return this.token.text;
    const { clientEmail, key, keyId } = this.config;
    const head = { alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) };
    const claims = { iss: clientEmail, sub: clientEmail, aud: AUDIENCE, iat: now, exp: now + TOKEN_SECONDS };
    const signed = [head, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const text = `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
    this.token = { text, until: now + RENEW_SECONDS };
    return text;
  }
}
