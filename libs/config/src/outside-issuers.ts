import { isObject } from '@app/common';
import type { ValueType } from './setting';

/** Another issuer whose tokens are taken, known by its key set. */
export interface OutsideIssuer {
  readonly issuer: string;
  readonly jwksUri: string;
  readonly audience?: string;
  readonly algorithms: readonly ('RS256' | 'ES256')[];
  readonly claims: { readonly name?: string; readonly roles?: string };
  /** Whether its tokens may speak for administrators. */
  readonly admin: boolean;
  /** How people sign in to the console by it; absent: they do not. */
  readonly signIn?: OutsideSignIn;
}

/** This service as a client of an outside issuer (OpenID Connect). */
export interface OutsideSignIn {
  readonly clientId: string;
  /** Absent: a public client, which PKCE alone protects. */
  readonly clientSecret?: string;
  /** Name on the button. */
  readonly name: string;
  /** Separated by blanks; openid is one of them. */
  readonly scopes: string;
  /** How long a session lasts at most that it began, in hours. */
  readonly sessionHours: number;
}

const ALGORITHMS = ['RS256', 'ES256'] as const;
const KEYS = ['issuer', 'jwksUri', 'audience', 'algorithms', 'claims', 'admin', 'signIn'];
const CLAIMS = ['name', 'roles'];
const SIGN_IN = ['clientId', 'clientSecret', 'name', 'scopes', 'sessionHours'];
const SCOPES = 'openid email profile';
const MOST_NAME = 60;
/** A working day: then the issuer is asked again whether it still vouches for the person. */
const SESSION_HOURS = 12;
/** The lifetime of an unused login by password. */
const MOST_SESSION_HOURS = 720;

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const isTextOrAbsent = (value: unknown) => value === undefined || isText(value);
const isWholeNumber = (value: unknown): value is number => Number.isSafeInteger(value);
const isHttpUrl = (value: unknown): value is string =>
  isText(value) && /^https?:\/\//i.test(value) && URL.canParse(value);

function algorithmsOf(value: unknown): OutsideIssuer['algorithms'] | undefined {
  if (value === undefined) return ALGORITHMS;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const known = ALGORITHMS.filter((algorithm) => value.includes(algorithm));
  return known.length === value.length ? known : undefined;
}

function claimsOf(value: unknown): OutsideIssuer['claims'] | undefined {
  if (value === undefined) return {};
  if (!isObject(value) || Object.keys(value).some((key) => !CLAIMS.includes(key))) return undefined;
  return isTextOrAbsent(value['name']) && isTextOrAbsent(value['roles']) ? value : undefined;
}

/** undefined where it is not allowed. The issuer is asked for its addresses, so it must be one itself. */
function signInOf(value: unknown, issuer: string): OutsideSignIn | undefined {
  if (!isObject(value) || Object.keys(value).some((key) => !SIGN_IN.includes(key)) || !isHttpUrl(issuer))
    return undefined;
  const { clientId, clientSecret, name = new URL(issuer).host, scopes = SCOPES, sessionHours = SESSION_HOURS } = value;
  if (!isText(clientId) || !isTextOrAbsent(clientSecret) || !isText(name) || name.length > MOST_NAME) return undefined;
  if (!isText(scopes) || !scopes.split(' ').includes('openid')) return undefined;
  if (!isWholeNumber(sessionHours) || sessionHours < 1 || sessionHours > MOST_SESSION_HOURS) return undefined;
  return { clientId, ...(isText(clientSecret) && { clientSecret }), name, scopes, sessionHours };
}

function issuerOf(value: unknown): OutsideIssuer | undefined {
  if (!isObject(value) || Object.keys(value).some((key) => !KEYS.includes(key))) return undefined;
  const { issuer, jwksUri, audience, admin = false } = value;
  const signIn = isText(issuer) ? signInOf(value['signIn'], issuer) : undefined;
  const algorithms = algorithmsOf(value['algorithms']);
  const claims = claimsOf(value['claims']);
  if (!isText(issuer) || !isHttpUrl(jwksUri) || !isTextOrAbsent(audience) || !algorithms || !claims) return undefined;
  if (typeof admin !== 'boolean' || (value['signIn'] !== undefined && !signIn)) return undefined;
  return {
    issuer,
    jwksUri,
    ...(isText(audience) && { audience }),
    algorithms,
    claims,
    admin,
    ...(signIn && { signIn }),
  };
}

function listOfIssuers(text: string): readonly OutsideIssuer[] | undefined {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) return undefined;
  const issuers = list.map(issuerOf).filter((issuer) => issuer !== undefined);
  // Two entries for one issuer would leave open whose keys count.
  const names = new Set(issuers.map(({ issuer }) => issuer));
  return names.size === list.length ? issuers : undefined;
}

/** JWT_ISSUERS: whose tokens are taken beside our own. */
export const outsideIssuers: ValueType<readonly OutsideIssuer[]> = {
  expected:
    'a JSON list of {issuer, jwksUri, audience?, algorithms? (of RS256, ES256), claims? {name?, roles?}, admin? (true or false), signIn? {clientId, clientSecret?, name?, scopes? (with openid), sessionHours? (1 to 720)}}, each issuer once',
  parse: (text) => {
    try {
      return listOfIssuers(text);
    } catch {
      return undefined;
    }
  },
};
