import { Batcher, oncePer } from '@app/common';
import {
  binaryArray,
  Database,
  type CallerQuestion,
  isOfAValue,
  type PreparedStatement,
  type VersionQuestion,
  type VersionSql,
} from '@app/database';
import { APP_SETTINGS, type Settings } from '@app/config';
import { Inject, Injectable } from '@nestjs/common';
import { isLiveLogin, loginTrust } from './login-trust';
import type { VerifiedToken } from '../verification/verified-token';

/** A token that was issued here. */
type OwnToken = NonNullable<VerifiedToken['own']>;

/** The state of a token, and of the rights of all users, in the database now. */
export interface Standing {
  /** Differs after each change of a user, team, role or policy. */
  readonly rights: string;
  /** False: the token was revoked or never issued, or its login is over. */
  readonly isLive: boolean;
  /** The version of the question that was asked with it; null where there is nothing under its key. */
  readonly version?: string | null;
}

/** A row of one token: whether it is live, and the version of one key. */
interface OneRow {
  readonly rights: string;
  readonly live: boolean;
  readonly version?: string | null;
}

/** A row of several tokens: ids of those that are live with commas between them, and versions by key as a JSON object. */
interface ManyRow {
  readonly rights: string;
  readonly live: string;
  readonly versions?: string | null;
}

/** By what a token is revoked: its login or itself; `none` for one of an outside issuer. */
type TokenForm = 'login' | 'token' | 'none';

const formOf = (own: OwnToken | undefined): TokenForm =>
  own === undefined ? 'none' : own.kind === 'session' ? 'login' : 'token';

/**
 * SQL of whether one token is live, by placeholders of its values. Without arrays, whose lengths PostgreSQL does not know: it would plan the
 * statement anew each time where it expects less of a short one.
 */
const LIVE: Readonly<Record<TokenForm, (bounds: readonly string[]) => string>> = {
  login: ([id, issuers, administrating]) =>
    `exists (select from login_family f where f.id = ${id}::uuid and ${isLiveLogin('f', [`${issuers}::text[]`, `${administrating}::text[]`])})`,
  token: ([id]) => `exists (select from access_token where jti = ${id}::uuid and revoked_at is null)`,
  none: () => 'true',
};

/** Placeholders of the values of one token, and the one behind them. */
const BOUNDS: Readonly<Record<TokenForm, readonly [own: readonly string[], next: string]>> = {
  login: [['$1', '$2', '$3'], '$4'],
  token: [['$1'], '$2'],
  none: [[], '$1'],
};

/**
 * SQL of those of several tokens that are live. A missing login or token never existed, or was deleted with its user. As one text: the driver
 * reads an array letter by letter.
 */
const ALL_LIVE = `array_to_string(
  array(select f.id from login_family f where f.id = any ($1::uuid[]) and ${isLiveLogin('f', ['$3::text[]', '$4::text[]'])})
  || array(select jti from access_token where jti = any ($2::uuid[]) and revoked_at is null), ',')`;

const standing = (name: string, live: string, versions = ''): PreparedStatement => ({
  name,
  text: `select version::text rights, ${live} live${versions} from rights_version`,
});

const ofEach = <T>(make: (form: TokenForm) => T): Readonly<Record<TokenForm, T>> => ({
  login: make('login'),
  token: make('token'),
  none: make('none'),
});

const ONE = ofEach((form) => standing(`auth_standing_${form}`, LIVE[form](BOUNDS[form][0])));
const MANY = standing('auth_standings', ALL_LIVE);

const withVersions = oncePer(({ name, one, many }: VersionSql) => ({
  one: ofEach((form) => {
    const [own, next] = BOUNDS[form];
    return standing(`auth_standing_${form}_${name}`, LIVE[form](own), `, (${one(next)}) as version`);
  }),
  many: standing(
    `auth_standings_${name}`,
    ALL_LIVE,
    `, (select json_object_agg(f.key, f.version)::text from (${many('$5')}) f) versions`,
  ),
}));

interface Question {
  readonly own: OwnToken | undefined;
  readonly beside: VersionQuestion | undefined;
}

/**
 * Asks the database, within each request, for all that a cached principal and a verified token depend on. Requests of one iteration of the
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

  /** The trusted issuers, and those of them that may administrate, as they are sent. */
  private readonly trust: readonly [issuers: Buffer, administrating: Buffer];

  constructor(
    private readonly database: Database,
    @Inject(APP_SETTINGS) settings: Pick<Settings, 'jwtIssuers'>,
  ) {
    const { issuers, administrating } = loginTrust(settings);
    this.trust = [binaryArray('text', issuers), binaryArray('text', administrating)];
  }

  /**
   * @param own of an outside issuer's token undefined: the issuer alone ends it
   * @param beside asked in the same statement
   */
  standingOf({ own }: Pick<VerifiedToken, 'own'>, beside?: VersionQuestion): Promise<Standing> {
    return this.questions.ask({ own, beside });
  }

  /** The question of `standingOf` for a statement that reads something else; `standingIn` reads its text. */
  questionOf({ own }: Pick<VerifiedToken, 'own'>): CallerQuestion {
    const form = formOf(own);
    const sql = (bounds: readonly string[]): string =>
      `select concat(version, case when ${LIVE[form](bounds)} then '${IS_LIVE}' end) from rights_version`;
    return { name: form, values: this.valuesOf(own), sql };
  }

  /** The version of the rights of all users. */
  async version(): Promise<string> {
    return (await this.questions.ask({ own: undefined, beside: undefined })).rights;
  }

  /** All are of one kind. */
  private async answer(asked: readonly Question[]): Promise<Standing[]> {
    const [first, ...others] = asked as [Question, ...Question[]];
    return others.length === 0 ? [await this.answerOne(first)] : this.answerAll(asked, first.beside?.sql);
  }

  private async answerOne({ own, beside }: Question): Promise<Standing> {
    const values = this.valuesOf(own);
    const statement = (beside ? withVersions(beside.sql).one : ONE)[formOf(own)];
    const rows = await this.database.read<OneRow>(statement, beside ? [...values, beside.key] : values);
    const { rights, live, version = null } = onlyRow(rows);
    return beside ? { rights, isLive: live, version } : { rights, isLive: live };
  }

  private valuesOf(own: OwnToken | undefined): readonly unknown[] {
    if (!own) return [];
    return formOf(own) === 'login' ? [own.revocationId, ...this.trust] : [own.revocationId];
  }

  private async answerAll(asked: readonly Question[], sql: VersionSql | undefined): Promise<Standing[]> {
    const idsOf = (form: TokenForm): string[] => [
      ...new Set(asked.flatMap(({ own }) => (own && formOf(own) === form ? own.revocationId : []))),
    ];
    const keys = [...new Set(asked.flatMap(({ beside }) => beside?.key ?? []))];
    const values = [idsOf('login'), idsOf('token'), ...this.trust];
    const rows = await (sql
      ? this.database.read<ManyRow>(withVersions(sql).many, [...values, keys])
      : this.database.read<ManyRow>(MANY, values));
    const row = onlyRow(rows);
    const live = new Set(row.live.split(','));
    const versions = (row.versions == null ? {} : JSON.parse(row.versions)) as Readonly<Record<string, string | null>>;
    return asked.map(({ own, beside }) => ({
      rights: row.rights,
      isLive: !own || live.has(own.revocationId),
      ...(beside && { version: versions[beside.key] ?? null }),
    }));
  }
}

/** Follows the version in the text of a live token. */
const IS_LIVE = ' live';

/** @param text as of `questionOf` */
export function standingIn(text: string): Standing {
  const isLive = text.endsWith(IS_LIVE);
  return { rights: isLive ? text.slice(0, -IS_LIVE.length) : text, isLive };
}

function onlyRow<Row>([row]: readonly Row[]): Row {
  if (!row) throw new Error('The table rights_version has no row');
  return row;
}
