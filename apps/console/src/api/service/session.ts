/**
 * The sign-in of this page. The access token lives in memory only; the refresh token in an HttpOnly cookie that the server sets, since
 * every request here carries `X-Session: cookie`.
 */
const USERS = '/api/v1/users';
/** Without the parameter a password would be sent in base64. */
const HEADERS = { 'content-type': 'application/json; password=plain', 'x-session': 'cookie' };

/** Says that a cookie may be there, so that a first visit does not ask for a refresh that must fail. */
const HINT = 'catalog.session';

/** To this page an issuer sends the browser back. */
export const RETURN_PATH = '/sign-in/return';

/** Where somebody wanted to go who signs in by an issuer. */
const GOAL = 'catalog.goal';

/** Seconds before its end at which a token is exchanged. */
const EARLY_SECONDS = 30;

interface Tokens {
  readonly accessToken: string;
  /** Lifetime of the access token, in seconds. */
  readonly expiryDuration: number;
}

interface Held {
  readonly token: string;
  readonly expiresAt: number;
}

let held: Held | undefined;
let refreshing: Promise<boolean> | undefined;
let restoring: Promise<boolean> | undefined;
let returning: Promise<string> | undefined;
let ticketError: Error | undefined;
/** Whose session ended by itself, and who has not signed in again since. */
let lapsed: string | undefined;
/** What an issuer added to the address; it leaves it before anything else reads it, since a router would write its numbers anew. */
const issuersAnswer = location.pathname === RETURN_PATH ? location.search.slice(1) : '';
if (issuersAnswer) history.replaceState(history.state, '', RETURN_PATH);
const listeners = new Set<() => void>();

/** Why a sign-in did not succeed, as the server says it. */
export class SignInError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

async function send(path: string, body?: object): Promise<Tokens> {
  const { accessToken, ...more } = await post<Tokens>(path, body);
  if (!accessToken) throw new SignInError(502, 'The server answered without a token');
  return { accessToken, ...more };
}

async function post<T extends object>(path: string, body?: object): Promise<T> {
  const answer = await fetch(`${USERS}/${path}`, {
    method: 'POST',
    headers: body ? HEADERS : { 'x-session': 'cookie' },
    credentials: 'same-origin',
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = (await answer.json().catch(() => ({}))) as T & { message?: string };
  if (!answer.ok) throw new SignInError(answer.status, text.message ?? `The server answered ${answer.status}`);
  return text;
}

function keep({ accessToken, expiryDuration }: Tokens): void {
  ticketError = undefined;
  lapsed = undefined;
  held = { token: accessToken, expiresAt: Date.now() + (expiryDuration - EARLY_SECONDS) * 1000 };
  localStorage.setItem(HINT, 'yes');
  listeners.forEach((hear) => hear());
}

function drop(whose?: string): void {
  held = undefined;
  lapsed = whose;
  localStorage.removeItem(HINT);
  listeners.forEach((hear) => hear());
}

/** The claims are read for display only: the server checks the token. */
function nameIn(token: string): string | undefined {
  const [, claims = ''] = token.split('.');
  const bytes = Uint8Array.from(atob(claims.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  const { sub } = JSON.parse(new TextDecoder().decode(bytes)) as { sub?: string };
  return sub;
}

export const session = {
  isSignedIn: (): boolean => held !== undefined,

  /** Why the link that led here did not sign in; undefined where it did, or there was none. */
  linkError: (): Error | undefined => ticketError,

  /** The name in the token; undefined where nobody is signed in. */
  userName: (): string | undefined => held && nameIn(held.token),

  /** The name of who was signed in until the session ended by itself. */
  lapsedUser: (): string | undefined => lapsed,

  /** Says that who was signed in does not go on. */
  giveUp: (): void => drop(),

  /**
   * Goes on where the same person has signed in again in another tab, which leaves the cookie of the new session. The page of one person
   * is not for another, who gets a new one.
   */
  async resume(): Promise<void> {
    const name = lapsed;
    if (name === undefined || localStorage.getItem(HINT) === null) return;
    if ((await session.refresh()) && session.userName() !== name) location.reload();
  },

  /** Calls back at each sign-in and sign-out; returns how to stop it. */
  subscribe(hear: () => void): () => void {
    listeners.add(hear);
    return () => listeners.delete(hear);
  },

  async signIn(email: string, password: string): Promise<void> {
    keep(await send('login', { email, password }));
  },

  /** Leaves for an outside issuer, which sends the browser back. */
  async leaveFor(issuer: string, goal: string): Promise<void> {
    const { location: address } = await post<{ location: string }>('login/issuers/begin', { issuer });
    sessionStorage.setItem(GOAL, goal);
    location.assign(address);
  },

  /** Signs in with what the issuer sent the browser back with, once; gives where somebody wanted to go. */
  comeBack(): Promise<string> {
    returning ??= send('login/issuers/finish', { answer: issuersAnswer }).then((tokens) => {
      keep(tokens);
      return sessionStorage.getItem(GOAL) ?? '/';
    });
    return returning;
  },

  async signOut(): Promise<void> {
    const headers: HeadersInit = { 'x-session': 'cookie', ...(held ? { authorization: `Bearer ${held.token}` } : {}) };
    await fetch(`${USERS}/logout`, { method: 'POST', headers, credentials: 'same-origin' }).catch(() => undefined);
    drop();
  },

  /** Whether somebody is signed in, after a session that may be left from before, or the ticket of a link, was asked for. */
  async restore(): Promise<boolean> {
    restoring ??= restored().finally(() => (restoring = undefined));
    return held ? true : restoring;
  },

  /** Exchanges the cookie for a new access token, once for all who ask at a time. A server that is away ends no session. */
  refresh(): Promise<boolean> {
    // Nobody has signed in again: there is no cookie to exchange.
    if (lapsed !== undefined && localStorage.getItem(HINT) === null) return Promise.resolve(false);
    refreshing ??= send('refresh')
      .then(
        (tokens) => {
          keep(tokens);
          return true;
        },
        (error: unknown) => {
          if (error instanceof SignInError && error.status < 500 && error.status !== 429)
            drop(session.userName() ?? lapsed);
          return false;
        },
      )
      .finally(() => (refreshing = undefined));
    return refreshing;
  },

  /** The access token, exchanged where it is about to end; undefined where nobody is signed in. */
  async token(): Promise<string | undefined> {
    if (held && held.expiresAt < Date.now()) await session.refresh();
    return held?.token;
  },
};

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** The ticket of a link that signs in once is the first refresh token of a login; it leaves the address before it is used. */
async function restored(): Promise<boolean> {
  const ticket = /^#ticket=(.+)$/.exec(location.hash)?.[1];
  if (ticket !== undefined) {
    history.replaceState(history.state, '', location.pathname + location.search);
    await send('refresh', { refreshToken: ticket }).then(keep, (error: unknown) => (ticketError = asError(error)));
  }
  if (held) return true;
  return localStorage.getItem(HINT) === null ? false : session.refresh();
}
