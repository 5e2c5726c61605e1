import { createHash, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SignJWT } from 'jose';

const CLIENT_ID = 'catalog-console';
const CLIENT_SECRET = 'a secret that both know';

interface Grant {
  readonly challenge: string;
  readonly redirectUri: string;
  readonly nonce: string;
}

/** An OpenID provider on this machine: one person, asked by a page with two buttons. Checks what a provider has to check. */
export class OidcProvider {
  /** What it says of the person. */
  claims: Record<string, unknown> = {};
  /** Claims of the ID token that a test wants to be wrong. */
  overrides: Record<string, unknown> = {};
  /** What it answers at the token endpoint instead of a token. */
  refusal: { readonly status: number; readonly error: string } | undefined;
  /** Another key than the one that it publishes. */
  signsWith: KeyObject | undefined;
  /** Of whom it was asked to sign out, as the queries of such requests. */
  readonly signedOut: URLSearchParams[] = [];
  private readonly grants = new Map<string, Grant>();
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly server: Server = createServer((request, response) => {
    this.answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  static async start(): Promise<OidcProvider> {
    const provider = new OidcProvider();
    await new Promise<void>((resolve) => provider.server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Its entry in JWT_ISSUERS. */
  entry(more: object = {}): object {
    const signIn = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, name: 'Example' };
    return { issuer: this.issuer, jwksUri: `${this.issuer}/keys`, signIn, ...more };
  }

  /** A token with these claims and no others but its issuer; for requests, if `typ` says nothing else. */
  token(claims: Record<string, unknown>, typ?: string): Promise<string> {
    const token = new SignJWT({ iss: this.issuer, ...claims });
    const header = { alg: 'ES256', kid: 'provider', ...(typ && { typ }) };
    return token.setProtectedHeader(header).sign(this.signsWith ?? this.keys.privateKey);
  }

  /** A logout token as it has to be, but for what is said here. */
  logoutToken(claims: Record<string, unknown>, typ = 'logout+jwt'): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
    return this.token({ aud: CLIENT_ID, iat: now, exp: now + 120, jti: randomUUID(), events, ...claims }, typ);
  }

  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.issuer);
    const json = (status: number, body: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname === '/.well-known/openid-configuration') return json(200, this.metadata());
    if (pathname === '/keys') return json(200, { keys: [this.publicKey()] });
    if (pathname === '/authorize') return this.ask(searchParams, response);
    if (pathname === '/decide') return this.decide(searchParams, response);
    if (pathname === '/sign-out') return this.signOut(searchParams, response);
    if (pathname === '/token') return this.exchange(new URLSearchParams(await textOf(request)), json);
    response.writeHead(404).end();
  }

  private metadata(): object {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      end_session_endpoint: `${this.issuer}/sign-out`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['ES256'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  private publicKey(): object {
    return { ...this.keys.publicKey.export({ format: 'jwk' }), kid: 'provider', alg: 'ES256', use: 'sig' };
  }

  private ask(query: URLSearchParams, response: ServerResponse): void {
    const wanted = { response_type: 'code', client_id: CLIENT_ID, code_challenge_method: 'S256' };
    const wrong = Object.entries(wanted).filter(([name, value]) => query.get(name) !== value);
    if (wrong.length || !query.get('scope')?.split(' ').includes('openid')) {
      return void response.writeHead(400).end(`not what a client sends: ${JSON.stringify([...query])}`);
    }
    const link = (as: string, text: string): string => {
      const decision = new URLSearchParams(query);
      decision.set('as', as);
      return `<a href="/decide?${decision.toString().replaceAll('&', '&amp;')}">${text}</a>`;
    };
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(
      `<!doctype html><title>Example</title><link rel="icon" href="data:,">${link('yes', 'Continue')} ${link('no', 'Cancel')}`,
    );
  }

  private signOut(query: URLSearchParams, response: ServerResponse): void {
    this.signedOut.push(query);
    response.writeHead(303, { location: query.get('post_logout_redirect_uri') ?? '' }).end();
  }

  private decide(query: URLSearchParams, response: ServerResponse): void {
    const redirectUri = query.get('redirect_uri') ?? '';
    const back = new URL(redirectUri);
    back.searchParams.set('state', query.get('state') ?? '');
    back.searchParams.set('iss', this.issuer);
    if (query.get('as') === 'yes') {
      const code = randomUUID();
      this.grants.set(code, {
        challenge: query.get('code_challenge') ?? '',
        redirectUri,
        nonce: query.get('nonce') ?? '',
      });
      back.searchParams.set('code', code);
    } else {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'The person said no');
    }
    response.writeHead(303, { location: back.href }).end();
  }

  private async exchange(form: URLSearchParams, json: (status: number, body: object) => void): Promise<void> {
    const grant = this.grants.get(form.get('code') ?? '');
    this.grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (this.refusal) return json(this.refusal.status, { error: this.refusal.error });
    if (form.get('client_id') !== CLIENT_ID || form.get('client_secret') !== CLIENT_SECRET) {
      return json(401, { error: 'invalid_client' });
    }
    if (!grant || grant.redirectUri !== form.get('redirect_uri') || grant.challenge !== challenge) {
      return json(400, { error: 'invalid_grant' });
    }
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: this.issuer, aud: CLIENT_ID, sub: '7', iat: now, exp: now + 300, nonce: grant.nonce };
    const token = new SignJWT({ ...claims, ...this.claims, ...this.overrides });
    const id_token = await token
      .setProtectedHeader({ alg: 'ES256', kid: 'provider' })
      .sign(this.signsWith ?? this.keys.privateKey);
    json(200, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token });
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
