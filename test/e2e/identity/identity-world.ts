import { createHash, randomBytes } from 'node:crypto';
import { Client as DatabaseClient } from 'pg';
import { RestClient as Client, type RestAnswer, type RestClient } from '../../support/rest-client';
import type { RunningService } from '../../support/running-service';

export interface TokenPair {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly tokenType: string;
  readonly expiryDuration: number;
}

export interface ErrorBody {
  readonly code: number;
  readonly errorType: string;
  readonly message: string;
}

export const PASSWORD = 'correct horse battery';
export const base64 = (text: string): string => Buffer.from(text).toString('base64');

export function unique(prefix: string): string {
  return `${prefix}_${randomBytes(5).toString('hex')}`;
}

/** Someone without a token. */
export const nobody = (service: RunningService): RestClient => new Client(service.baseUrl, '');

export const holder = (service: RunningService, token: string): RestClient => new Client(service.baseUrl, token);

export function login(service: RunningService, email: string, password: string): Promise<RestAnswer<TokenPair>> {
  return nobody(service).post<TokenPair>('/users/login', { email, password: base64(password) });
}

/** A user with a password; returns its name. */
export async function makeUser(admin: RestClient, more: object = {}): Promise<string> {
  const name = unique('user');
  await admin.must('POST', '/users', { name, email: `${name}@example.com`, password: PASSWORD, ...more });
  return name;
}

/** Puts the use of a refresh token back in time, beyond what two tabs are granted. */
export async function usedAMinuteAgo({ databaseUrl }: RunningService, refreshToken: string): Promise<void> {
  const client = new DatabaseClient({ connectionString: databaseUrl });
  await client.connect();
  const digest = createHash('sha256').update(refreshToken).digest();
  const { rowCount } = await client.query(
    `update refresh_token set used_at = used_at - interval '1 minute' where digest = $1`,
    [digest],
  );
  await client.end();
  expect(rowCount).toBe(1);
}
