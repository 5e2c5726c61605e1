import { binaryArray, type Database, type PreparedStatement } from '@app/database';
import { RightsReader } from './rights-reader';

type Own = NonNullable<Parameters<RightsReader['standingOf']>[0]['own']>;

const session = (family: string): Own => ({ userId: 'u', kind: 'session', jti: 'j', revocationId: family });
const NO_ISSUER = binaryArray('text', []);
const personal = (jti: string): Own => ({ userId: 'u', kind: 'personal', jti, revocationId: jti });

describe('RightsReader', () => {
  let asked: (readonly unknown[])[];
  let texts: string[];
  let rows: object[];
  let reader: RightsReader;

  beforeEach(() => {
    asked = [];
    texts = [];
    rows = [{ rights: 'v1', live: 'login,token' }];
    const read = async ({ text }: PreparedStatement, values: readonly unknown[]) => {
      texts.push(text);
      asked.push(values);
      return rows;
    };
    reader = new RightsReader({ read } as unknown as Database, { jwtIssuers: [] });
  });

  it('asks for all tokens of a turn at once, each once', async () => {
    const questions = [session('login'), personal('token'), session('over'), personal('revoked'), session('login')];
    const standings = await Promise.all(questions.map((own) => reader.standingOf({ own })));
    expect(standings.map(({ isLive }) => isLive)).toEqual([true, true, false, false, true]);
    expect(asked).toEqual([[['login', 'over'], ['token', 'revoked'], NO_ISSUER, NO_ISSUER]]);
  });

  it.each([
    ['a login', session('login'), 'login_family', ['login', NO_ISSUER, NO_ISSUER]],
    ['a token', personal('token'), 'access_token', ['token']],
  ])('asks for %s alone by its key, without an array', async (_, own, table, values) => {
    for (const live of [true, false]) {
      rows = [{ rights: 'v1', live }];
      expect(await reader.standingOf({ own })).toEqual({ rights: 'v1', isLive: live });
    }
    expect(asked).toEqual([values, values]);
    expect(texts.every((text) => text.includes(`from ${table}`) && !text.includes('uuid[]'))).toBe(true);
  });

  it('takes a token of an outside issuer for live', async () => {
    rows = [{ rights: 'v1', live: true }];
    expect(await reader.standingOf({})).toEqual({ rights: 'v1', isLive: true });
    expect(asked).toEqual([[]]);
  });

  describe('with versions', () => {
    const sql = { name: 'v', one: (key: string) => `one ${key}`, many: (keys: string) => `many ${keys}` };

    it('asks for that of one key', async () => {
      rows = [{ rights: 'v1', live: true, version: '17' }];
      const standing = reader.standingOf({ own: session('login') }, { sql, key: '7' });
      expect(await standing).toEqual({ rights: 'v1', isLive: true, version: '17' });
      expect(asked).toEqual([['login', NO_ISSUER, NO_ISSUER, '7']]);
    });

    it('asks for those of several in one statement, and for others in another', async () => {
      rows = [{ rights: 'v1', live: 'login,token', versions: '{"7":"17","8":null}' }];
      const own = session('login');
      const standings = await Promise.all([
        reader.standingOf({ own }, { sql, key: '7' }),
        reader.standingOf({ own: personal('token') }, { sql, key: '8' }),
        reader.standingOf({ own }, { sql, key: '9' }),
        reader.standingOf({ own }),
      ]);
      expect(standings.map(({ version }) => version)).toEqual(['17', null, null, undefined]);
      expect(asked).toEqual([
        [['login'], ['token'], NO_ISSUER, NO_ISSUER, ['7', '8', '9']],
        ['login', NO_ISSUER, NO_ISSUER],
      ]);
    });
  });

  it('asks anew in the next turn', async () => {
    expect(await reader.version()).toBe('v1');
    rows = [{ rights: 'v2', live: '' }];
    expect(await reader.version()).toBe('v2');
  });

  it('fails where the version is gone, rather than to trust what is cached', async () => {
    rows = [];
    await expect(reader.version()).rejects.toThrow('rights_version has no row');
  });
});
