import { linkTicket } from './link-ticket';
import { post, send, SignInError, type Tokens } from './session-requests';
import { unsaved } from './unsaved';

/** Says that a cookie may be there, so that a first visit does not ask for a refresh that must fail. */
const HINT = 'catalog.session';
/** Its values: a user is signed in, or has signed out and the service has not been notified yet. */
const SIGNED_IN = 'yes';
const ENDING = 'ending';

/** Key under which the page at /docs stored a token in earlier releases. */
const DOCS_TOKEN = 'authorized';

/** To this page an issuer sends the browser back. */
export const RETURN_PATH = '/sign-in/return';

/** Target page of a sign-in by an issuer. */
const GOAL = 'catalog.goal';

/** Seconds before its end at which a token is exchanged. */
const EARLY_SECONDS = 30;

interface AccessToken {
  readonly token: string;
  readonly expiresAt: number;
}

/** An outside issuer, and where a browser ends its session there. */
export interface SignOutAtIssuer {
  readonly name: string;
  readonly location: string;
}

/** The person who is signed in, and the one whom a link signs in instead. */
export interface Replacement {
  readonly current: string;
  readonly next: string;
}

let access: AccessToken | undefined;
let refreshing: Promise<boolean> | undefined;
let restoring: Promise<boolean> | undefined;
let returning: Promise<string> | undefined;
let linkError: Error | undefined;
/** Where one is still signed in who has signed out here: an issuer that had vouched. */
let issuerLeft: SignOutAtIssuer | undefined;
/** Whose session ended by itself, and who has not signed in again since. */
let lapsed: string | undefined;
/** Parameters that an issuer added to the address; they leave it before anything else reads it, since a router would write its numbers anew. */
const issuersAnswer = location.pathname === RETURN_PATH ? location.search.slice(1) : '';
if (issuersAnswer) history.replaceState(history.state, '', RETURN_PATH);
const listeners = new Set<() => void>();

function keep({ accessToken, expiryDuration }: Tokens): void {
  linkError = undefined;
  lapsed = undefined;
  issuerLeft = undefined;
  const seconds = expiryDuration - Math.min(EARLY_SECONDS, expiryDuration / 2);
  access = { token: accessToken, expiresAt: Date.now() + seconds * 1000 };
  localStorage.setItem(HINT, SIGNED_IN);
  listeners.forEach((hear) => hear());
}

function drop(whose?: string): void {
  localStorage.removeItem(HINT);
  leave(whose);
}

function leave(whose?: string): void {
  access = undefined;
  lapsed = whose;
  listeners.forEach((hear) => hear());
}

// Who signs out in one tab is signed out in all.
window.addEventListener('storage', ({ key, newValue }) => {
  if (access && (key === null || (key === HINT && newValue !== SIGNED_IN)))
    leave(unsaved.isAny() ? session.userName() : undefined);
});

const mayHaveCookie = (): boolean => localStorage.getItem(HINT) === SIGNED_IN;

const isRefusal = (error: unknown): boolean =>
  error instanceof SignInError && error.status < 500 && error.status !== 429;

/** The outcome of asking for a new access token; the cookie may be that of another person by now. */
type Refreshed = 'kept' | 'anothers' | 'none';

async function exchangeCookie(): Promise<Refreshed> {
  const whose = session.userName() ?? lapsed;
  try {
    const tokens = await send('refresh');
    if (whose !== undefined && nameIn(tokens.accessToken) !== whose) return 'anothers';
    keep(tokens);
    return 'kept';
  } catch (error) {
    if (isRefusal(error)) drop(whose);
    return 'none';
  }
}

/** The page of one person is not for another, who gets a new one; what is not saved stays in front of its person. */
function giveWay(): void {
  if (!unsaved.isAny()) location.reload();
  else if (access) leave(session.userName());
}

/** The claims are read for display only: the server checks the token. */
function nameIn(token: string): string | undefined {
  const [, claims = ''] = token.split('.');
  const bytes = Uint8Array.from(atob(claims.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
  const { sub } = JSON.parse(new TextDecoder().decode(bytes)) as { sub?: string };
  return sub;
}

export const session = {
  isSignedIn: (): boolean => access !== undefined,

  /** Why the link that led here did not sign in; undefined where it did, or there was none. */
  linkError: (): Error | undefined => linkError,

  /** The issuer at which one is still signed in who has just signed out here. */
  issuerLeft: (): SignOutAtIssuer | undefined => issuerLeft,

  /** Whether the service has not been notified yet of a sign-out here. */
  isEnding: (): boolean => localStorage.getItem(HINT) === ENDING,

  /** The name in the token; undefined if no user is signed in. */
  userName: (): string | undefined => access && nameIn(access.token),

  /** The name of who was signed in until the session ended by itself. */
  lapsedUser: (): string | undefined => lapsed,

  /** Says that who was signed in does not go on. */
  giveUp: (): void => drop(),

  /**
   * Goes on where the same person has signed in again in another tab, which leaves the cookie of the new session. The page of one person
   * is not for another, who gets a new one.
   */
  async resume(): Promise<void> {
    if (lapsed === undefined || !mayHaveCookie()) return;
    if ((await exchangeCookie()) === 'anothers') location.reload();
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

  /** Signs in with what the issuer sent the browser back with, once; returns the target page. */
  comeBack(): Promise<string> {
    returning ??= send('login/issuers/finish', { answer: issuersAnswer }).then((tokens) => {
      keep(tokens);
      return sessionStorage.getItem(GOAL) ?? '/';
    });
    return returning;
  },

  /** Out of this page and the others at once; the session itself ends when the service hears of it: now, or with the next visit. */
  async signOut(): Promise<void> {
    const token = access?.token;
    localStorage.setItem(HINT, ENDING);
    sessionStorage.removeItem(GOAL);
    localStorage.removeItem(DOCS_TOKEN);
    await endSession(token);
    leave();
  },

  /**
   * Signs in by the ticket of the link that led here. If a user is signed in nothing changes: returns this user, and the one of the link.
   *
   * @throws SignInError if the link signs no user in, or the service does not answer
   */
  async openLink(): Promise<Replacement | undefined> {
    const ticket = linkTicket.text();
    if (ticket === undefined) return undefined;
    const isIn = await session.restore();
    // A session that could not be asked for may be there.
    if (!isIn && mayHaveCookie()) throw new SignInError(503, 'The service does not answer. Try again in a moment.');
    if (!isIn) {
      await session.useLink();
      return undefined;
    }
    const { userName } = await post<{ userName: string }>('login/tickets/inspect', { ticket });
    return { current: session.userName() ?? '', next: userName };
  },

  /** Exchanges the ticket of the link, also in place of a session; asked again after a lost answer it is the same session. */
  async useLink(): Promise<undefined> {
    const ticket = linkTicket.text();
    if (ticket === undefined) return undefined;
    try {
      const tokens = await send('login/tickets/exchange', { ticket }, { 'idempotency-key': linkTicket.key() });
      linkTicket.forget();
      keep(tokens);
      return undefined;
    } catch (error) {
      if (isRefusal(error) && !access) {
        linkError = error as Error;
        linkTicket.forget();
      }
      throw error;
    }
  },

  /** Whether a user is signed in, after an attempt to restore an earlier session. */
  async restore(): Promise<boolean> {
    restoring ??= restored().finally(() => (restoring = undefined));
    return access ? true : restoring;
  },

  /** Exchanges the cookie for a new access token, once for all who ask at a time. A server that is away ends no session. */
  refresh(): Promise<boolean> {
    // There was no new sign-in: there is no cookie to exchange.
    if (lapsed !== undefined && !mayHaveCookie()) return Promise.resolve(false);
    refreshing ??= exchangeCookie()
      .then((outcome) => {
        if (outcome === 'anothers') giveWay();
        return outcome === 'kept';
      })
      .finally(() => (refreshing = undefined));
    return refreshing;
  },

  /** The access token, exchanged where it is about to end; undefined if no user is signed in. */
  async token(): Promise<string | undefined> {
    if (access && access.expiresAt < Date.now()) await session.refresh();
    return access?.token;
  },
};

/** After a sign-out in another tab this page leaves the rest to that tab. */
const wasEnding = localStorage.getItem(HINT) === ENDING;

async function restored(): Promise<boolean> {
  if (wasEnding && session.isEnding()) await endSession();
  return mayHaveCookie() ? session.refresh() : false;
}

/** Ends the session of the cookie, if the service answers. */
async function endSession(token?: string): Promise<void> {
  issuerLeft = undefined;
  try {
    const headers = token === undefined ? undefined : { authorization: `Bearer ${token}` };
    issuerLeft = (await post<{ issuer?: SignOutAtIssuer }>('logout', undefined, headers)).issuer;
    localStorage.removeItem(HINT);
  } catch (error) {
    // It is over already.
    if (error instanceof SignInError && error.status === 401) localStorage.removeItem(HINT);
  }
}
