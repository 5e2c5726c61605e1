import { engineOf, ENGINES } from '@app/sources';
import { requireLocks } from './stored-connection';

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
