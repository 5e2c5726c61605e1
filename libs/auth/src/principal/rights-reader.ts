import { Batcher } from '@app/common';
import { Database, isOfAValue, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
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
           array(select id::text from login_family where id = any ($1::uuid[]) and ended_at is null)
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

  constructor(private readonly database: Database) {}

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
    const [row] = await this.database.read<Row>(STANDING, [idsOf(true), idsOf(false)]);
    if (!row) throw new Error('The table rights_version has no row');
    const live = new Set(row.live);
    return asked.map((own) => ({ rights: row.rights, isLive: !own || live.has(own.revocationId) }));
  }
}
