import type { KeyObject } from 'node:crypto';
import { Strategy } from 'passport-jwt';
import type { KeySource } from '../keys/key-source';
import type { SignatureAlgorithm } from '../token/claims';
import { LEEWAY_SECONDS } from '../token/token-text';
import type { UnverifiedToken } from '../token/token-text';
import { TokenRefused } from '../token/token-refused';

export interface IssuerTrust {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly SignatureAlgorithm[];
  readonly keys: KeySource;
}

/** What one verification hands to the strategy in place of an HTTP request. */
interface Attempt {
  readonly text: string;
  readonly key: KeyObject;
}

/** Checks signature, issuer, audience and times of the tokens of one issuer by the passport strategy. */
export class IssuerVerifier {
  private readonly strategy: Strategy;

  constructor(readonly trust: IssuerTrust) {
    this.strategy = new Strategy(
      {
        // A KeyObject: a PEM string would be parsed anew for every token (0.5 ms), and could be taken for a shared secret.
        secretOrKeyProvider: (request: unknown, _text: unknown, done: KeyCallback) =>
          done(null, (request as Attempt).key),
        jwtFromRequest: (request: unknown) => (request as Attempt).text,
        algorithms: [...trust.algorithms],
        issuer: trust.issuer,
        audience: trust.audience,
        jsonWebTokenOptions: { clockTolerance: LEEWAY_SECONDS },
      } as never, // @types/passport-jwt knows only keys that are strings or buffers, and Express requests
      (claims: unknown, done: (error: null, user: unknown) => void) => done(null, claims),
    );
  }

  /** Resolves to the key that verified the token; throws TokenRefused. */
  async verify(text: string, token: UnverifiedToken): Promise<KeyObject> {
    const { keys, algorithms } = this.trust;
    if (!algorithms.includes(token.alg)) throw new TokenRefused('alg is not one of its issuer');
    const key = await keys.find(token.kid, token.alg);
    if (!key) throw new TokenRefused('unknown kid');
    await this.run({ text, key });
    return key;
  }

  /** One run of the strategy as passport does it: an object of its own that inherits from the strategy. */
  private run(attempt: Attempt): Promise<void> {
    return new Promise((resolve, reject) => {
      const run = Object.create(this.strategy) as Strategy & Outcomes;
      run.success = () => resolve();
      run.fail = (reason) => reject(new TokenRefused(reason instanceof Error ? reason.message : 'not verified'));
      run.error = (error) => reject(error instanceof Error ? error : new Error('the strategy failed'));
      run.authenticate(attempt as never);
    });
  }
}

type KeyCallback = (error: null, key: KeyObject) => void;

interface Outcomes {
  success(): void;
  fail(reason: unknown): void;
  error(error: unknown): void;
}
