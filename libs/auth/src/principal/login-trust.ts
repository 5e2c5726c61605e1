import type { Settings } from '@app/config';

/** By which issuers people sign in now. A login that one of them began lives as long as its issuer stands here. */
export interface LoginTrust {
  readonly issuers: readonly string[];
  /** Those of them that may speak for administrators. */
  readonly administrating: readonly string[];
}

export function loginTrust({ jwtIssuers }: Pick<Settings, 'jwtIssuers'>): LoginTrust {
  const signingIn = jwtIssuers.filter(({ signIn }) => signIn !== undefined);
  const names = (of: typeof signingIn): string[] => of.map(({ issuer }) => issuer);
  return { issuers: names(signingIn), administrating: names(signingIn.filter(({ admin }) => admin)) };
}

/**
 * SQL: the login `f` has neither been ended nor come to its end, and what it was begun by is trusted as it was then. `trust` are the
 * placeholders of both lists.
 */
export const isLiveLogin = (f: string, [issuers, administrating]: readonly [string, string]): string => `
  (${f}.ended_at is null and (${f}.closes_at is null or ${f}.closes_at > statement_timestamp())
   and (${f}.issuer is null
        or ${f}.issuer = any (case when ${f}.may_administrate then ${administrating} else ${issuers} end::text[])))`;
