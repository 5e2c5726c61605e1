import { engineOf, ENGINES } from '@app/sources';
import { requireHarmless, requireLocks } from './stored-connection';

const engine = engineOf('Postgres')!;
const [wish, none] = [{ customSql: true }, { customSql: false }];

describe('SQL of users', () => {
  it('is given where the engine itself refuses writes', () => {
    expect(() => requireLocks(engine, wish)).not.toThrow();
  });

  it.each([
    ['has no read-only mode', { ...engine, hasReadOnlyMode: false }],
    ['is a preview', { ...engine, isPreview: true as const }],
  ])('is refused where the engine %s', (why, other) => {
    expect(() => requireLocks(other, none)).not.toThrow();
    expect(() => requireLocks(other, wish)).toThrow(new RegExp(`customSql: must be false: the engine postgres ${why}`));
  });

  it('is refused for every preview', () => {
    const previews = ENGINES.filter(({ isPreview }) => isPreview);
    expect(previews.map(({ name }) => name)).toEqual(expect.arrayContaining(['redshift', 'snowflake', 'mssql']));
    for (const one of previews) expect(() => requireLocks(one, wish)).toThrow(/is a preview/);
  });
});

describe('functions that are added', () => {
  it.each([
    ['Postgres', ['levenshtein', 'public.time_bucket'], ['pg_sleep', 'x.ts_stat', 'dblink_exec', 'LO_import']],
    ['Mysql', ['sales.score'], ['sleep', 'load_file', 'GET_LOCK', 'sys_exec']],
    ['Clickhouse', ['ours'], ['url', 's3Cluster', 'sleepEachRow', 'file']],
    ['Datalake', ['list_slice'], ['read_csv_auto', 'glob', 'sleep_ms', 'getenv']],
  ])('of %s are taken, but never those of the closed list', (type, taken, refused) => {
    const engineOfType = engineOf(type)!;
    expect(() => requireHarmless(engineOfType, taken)).not.toThrow();
    for (const one of refused)
      expect(() => requireHarmless(engineOfType, [...taken, one])).toThrow(
        `functions[${taken.length}]: must not be ${one}`,
      );
  });
});
