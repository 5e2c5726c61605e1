import { Batcher } from '@app/common';
import { Database, isOfAValue, type PreparedStatement } from '@app/database';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Inject, Injectable } from '@nestjs/common';
import { isLiveLogin, loginTrust, type LoginTrust } from './login-trust';
import type { VerifiedToken } from '../verification/verified-token';

/** A token that was issued here. */
type OwnToken = NonNullable<VerifiedToken['own']>;

/** What the database says now of a token, and of the rights of all users. */
export interface Standing {
  /** Differs after each change of a user, team, role or policy. */
  readonly rights: string;
  /** False: the token was revoked or never issued, or its login is over. */
  readonly isLive: boolean;
}

interface Row {
  rights: string;
  live: string[];
}

/** A missing login or token never existed, or was deleted with its user. */
const STANDING: PreparedStatement = {
  name: 'auth_standing',
  text: `
    select version::text rights,
           array(select f.id::text from login_family f where f.id = any ($1::uuid[]) and ${isLiveLogin('f', ['$3', '$4'])})
           || array(select jti::text from access_token where jti = any ($2::uuid[]) and revoked_at is null) live
      from rights_version`,
};

/**
 * Asks the database, within each request, for all that a cached principal and a verified token depend on. Questions of one turn of the
 * event loop share a statement.
 */
@Injectable()
export class RightsReader {
  private readonly questions = new Batcher((asked: readonly (OwnToken | undefined)[]) => this.answer(asked), {
    most: 64,
    atOnce: 4,
    isOnes: isOfAValue,
    keyOf: (own) => own?.revocationId,
  });

  private readonly trust: LoginTrust;

  constructor(
    private readonly database: Database,
    @Inject(APP_SETTINGS) settings: Pick<Settings, 'jwtIssuers'>,
  ) {
    this.trust = loginTrust(settings);
  }

  /** @param own of an outside issuer's token undefined: the issuer alone ends it */
  standingOf({ own }: Pick<VerifiedToken, 'own'>): Promise<Standing> {
    return this.questions.ask(own);
  }

  /** The version of the rights of all users. */
  async version(): Promise<string> {
    return (await this.questions.ask(undefined)).rights;
  }

  private async answer(asked: readonly (OwnToken | undefined)[]): Promise<Standing[]> {
    const idsOf = (isSession: boolean): string[] =>
      asked.flatMap((own) => (own && (own.kind === 'session') === isSession ? [own.revocationId] : []));
    const { issuers, administrating } = this.trust;
    const [row] = await this.database.read<Row>(STANDING, [idsOf(true), idsOf(false), issuers, administrating]);
    if (!row) throw new Error('The table rights_version has no row');
    const live = new Set(row.live);
    return asked.map((own) => ({ rights: row.rights, isLive: !own || live.has(own.revocationId) }));
  }
}
