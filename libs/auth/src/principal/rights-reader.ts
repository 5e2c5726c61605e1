import { Batcher, oncePer } from '@app/common';
import { Database, isOfAValue, type PreparedStatement } from '@app/database';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Inject, Injectable } from '@nestjs/common';
import { isLiveLogin, loginTrust, type LoginTrust } from './login-trust';
import type { VerifiedToken } from '../verification/verified-token';

/** A token that was issued here. */
type OwnToken = NonNullable<VerifiedToken['own']>;

/** A version of what is cached under a key, as SQL that finds it: `one` is a subquery of its text, `many` one of rows of `key` and `version`. */
export interface VersionSql {
  /** Tells it from others; a part of names of statements. */
  readonly name: string;
  /** @param bound placeholder of the key */
  readonly one: (bound: string) => string;
  /** @param bound placeholder of an array of keys */
  readonly many: (bound: string) => string;
}

/** A version that is asked for in the statement which asks for the standing of a token. */
export interface VersionQuestion {
  readonly sql: VersionSql;
  readonly key: string;
}

/** Asks for a version, where that is possible at no cost. */
export type AskVersion = (question: VersionQuestion) => Promise<string | null | undefined> | undefined;

/** The state of a token, and of the rights of all users, in the database now. */
export interface Standing {
  /** Differs after each change of a user, team, role or policy. */
  readonly rights: string;
  /** False: the token was revoked or never issued, or its login is over. */
  readonly isLive: boolean;
  /** The version of the question that was asked with it; null where there is nothing under its key. */
  readonly version?: string | null;
}

interface Row {
  rights: string;
  live: string[];
  /** The version of one key, or those of several as a JSON object. */
  versions?: string | null;
}

/** A missing login or token never existed, or was deleted with its user. */
const LIVE = `
  array(select f.id::text from login_family f where f.id = any ($1::uuid[]) and ${isLiveLogin('f', ['$3', '$4'])})
  || array(select jti::text from access_token where jti = any ($2::uuid[]) and revoked_at is null)`;

const standing = (name: string, versions: string): PreparedStatement => ({
  name,
  text: `select version::text rights, ${LIVE} live${versions} from rights_version`,
});

const STANDING = standing('auth_standing', '');

const withVersions = oncePer(({ name, one, many }: VersionSql) => ({
  one: standing(`auth_standing_${name}`, `, (${one('$5')}) versions`),
  many: standing(
    `auth_standings_${name}`,
    `, (select json_object_agg(f.key, f.version)::text from (${many('$5')}) f) versions`,
  ),
}));

interface Question {
  readonly own: OwnToken | undefined;
  readonly beside: VersionQuestion | undefined;
}

/**
 * Asks the database, within each request, for all that a cached principal and a verified token depend on. Questions of one turn of the
 * event loop share a statement.
 */
@Injectable()
export class RightsReader {
  private readonly questions = new Batcher((asked: readonly Question[]) => this.answer(asked), {
    most: 64,
    atOnce: 4,
    isOnes: isOfAValue,
    kindOf: ({ beside }) => beside?.sql,
    keyOf: ({ own, beside }) => `${own?.revocationId} ${beside?.key}`,
  });

  private readonly trust: LoginTrust;

  constructor(
    private readonly database: Database,
    @Inject(APP_SETTINGS) settings: Pick<Settings, 'jwtIssuers'>,
  ) {
    this.trust = loginTrust(settings);
  }

  /**
   * @param own of an outside issuer's token undefined: the issuer alone ends it
   * @param beside asked in the same statement
   */
  standingOf({ own }: Pick<VerifiedToken, 'own'>, beside?: VersionQuestion): Promise<Standing> {
    return this.questions.ask({ own, beside });
  }

  /** The version of the rights of all users. */
  async version(): Promise<string> {
    return (await this.questions.ask({ own: undefined, beside: undefined })).rights;
  }

  /** All are of one kind. */
  private async answer(asked: readonly Question[]): Promise<Standing[]> {
    const idsOf = (isSession: boolean): string[] => [
      ...new Set(asked.flatMap(({ own }) => (own && (own.kind === 'session') === isSession ? [own.revocationId] : []))),
    ];
    const { issuers, administrating } = this.trust;
    const values = [idsOf(true), idsOf(false), issuers, administrating];
    const sql = asked[0]?.beside?.sql;
    const keys = asked.flatMap(({ beside }) => beside?.key ?? []);
    const isOne = keys.length === 1;
    const statement = sql ? withVersions(sql)[isOne ? 'one' : 'many'] : STANDING;
    const [row] = await this.database.read<Row>(statement, sql ? [...values, isOne ? keys[0] : keys] : values);
    if (!row) throw new Error('The table rights_version has no row');
    const live = new Set(row.live);
    const versionOf = versionsIn(row.versions, isOne);
    return asked.map(({ own, beside }) => ({
      rights: row.rights,
      isLive: !own || live.has(own.revocationId),
      ...(beside && { version: versionOf(beside.key) }),
    }));
  }
}

function versionsIn(found: string | null | undefined, isOne: boolean): (key: string) => string | null {
  if (found == null) return () => null;
  if (isOne) return () => found;
  const versions = JSON.parse(found) as Readonly<Record<string, string | null>>;
  return (key) => versions[key] ?? null;
}
