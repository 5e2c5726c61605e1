// What this library uses of passport-jwt, typed as its code takes it: a key may be a KeyObject, and a "request" is any object that
// carries the token. The published types know only PEM strings, buffers and Express requests.

declare module 'passport-jwt' {
  import type { KeyObject } from 'node:crypto';

  interface StrategyOptions {
    jwtFromRequest(request: object): string;
    secretOrKeyProvider(request: object, token: string, done: (error: null, key: KeyObject) => void): void;
    readonly algorithms: readonly string[];
    readonly issuer: string;
    readonly audience: string;
    readonly jsonWebTokenOptions: { readonly clockTolerance: number };
    readonly passReqToCallback: true;
  }

  export class Strategy {
    readonly name: string;
    constructor(
      options: StrategyOptions,
      verify: (request: object, claims: object, done: (error: unknown, user?: object) => void) => void,
    );
  }
}
