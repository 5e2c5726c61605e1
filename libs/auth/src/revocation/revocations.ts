import type { RequestOrigin } from '@app/common';
import { Database, type Subscription, type Transaction } from '@app/database';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { TokenCache } from '../verification/token-cache';
import type { VerifiedToken } from '../verification/verified-token';
import { RevocationRepository } from './revocation.repository';

const CHANNEL = 'token_revoked';
/** While the database is unavailable, subscribing is not retried on every request. */
const RETRY_MS = 1_000;

/** What a transaction that ended tokens found, and which they were. */
export interface Revoked<T> {
  /** Ids of tokens, or of logins all of whose tokens end. */
  readonly ids: readonly string[];
  readonly answer: T;
}

/**
 * Ended tokens: refused at once here, and elsewhere as soon as the database's notification arrives. Notifications may
 * be missed while the connection is lost; therefore all cached verifications are dropped then.
 */
@Injectable()
export class Revocations implements OnModuleDestroy {
  private subscription: Promise<Subscription> | undefined;

  constructor(
    private readonly database: Database,
    private readonly cache: TokenCache,
    private readonly repository: RevocationRepository,
  ) {}

  /** Resolves when notifications are heard; no verification is kept before. */
  ready(): Promise<Subscription> {
    this.subscription ??= this.subscribe();
    return this.subscription;
  }

  isRevoked(token: NonNullable<VerifiedToken['own']>): Promise<boolean> {
    return token.kind === 'session'
      ? this.repository.isLoginOver(token.revocationId)
      : this.repository.isTokenRevoked(token.jti);
  }

  /**
   * Runs `work` in a transaction that notifies every process of the tokens it revoked.
   * @param origin of the request
   */
  async ending<T>(
    work: (tx: Transaction) => Promise<Revoked<T>>,
    origin: RequestOrigin | undefined,
    keys: readonly string[] = [],
  ): Promise<T> {
    const inTransaction = async (tx: Transaction): Promise<Revoked<T>> => {
      const revoked = await work(tx);
      await this.announce(tx, revoked.ids);
      return revoked;
    };
    const { ids, answer } = await this.database.queuedTransaction(keys, inTransaction, origin);
    this.cache.revoke(new Set(ids));
    return answer;
  }

  /** Notifies every process when the transaction commits. */
  async announce(tx: Transaction, ids: readonly string[]): Promise<void> {
    if (ids.length) await this.repository.announce(tx, CHANNEL, ids);
  }

  /** Drops all cached verifications. */
  forget(): void {
    this.cache.clear();
  }

  async onModuleDestroy(): Promise<void> {
    const subscription = await this.subscription?.catch(() => undefined);
    subscription?.close();
  }

  private subscribe(): Promise<Subscription> {
    const heard = (id: string): void => this.cache.revoke(new Set([id]));
    const subscribing = this.database.listen(CHANNEL, heard, () => this.cache.clear());
    subscribing.catch(() => setTimeout(() => (this.subscription = undefined), RETRY_MS).unref());
    return subscribing;
  }
}
