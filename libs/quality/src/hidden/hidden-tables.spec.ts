import { platformOf } from '@app/datatypes';
import { HiddenTables } from './hidden-tables';

const hidden = (serviceType: string, ...paths: string[][]): HiddenTables =>
  new HiddenTables(
    new Map([[JSON.stringify(['s', 'd', 'p', 't']), { paths, nameCase: platformOf(serviceType).names.columns }]]),
    new Map(),
  );

describe('columns whose values are hidden', () => {
  it.each<[string, string[], string, boolean]>([
    ['Snowflake', ['SALARY'], 'salary', true],
    ['Snowflake', ['Salary'], '"[Salary]"', true],
    ['Snowflake', ['SALARY'], 'wage', false],
    ['Postgres', ['salary'], 'SALARY', true],
    ['Mysql', ['Salary'], 'SALARY', true],
    ['BigQuery', ['Home', 'Zip'], 'home.zip', true],
    ['BigQuery', ['Home', 'Zip'], 'HOME', true],
    ['BigQuery', ['Home', 'Zip'], 'home.city', false],
    ['Clickhouse', ['SALARY'], 'salary', false],
  ])('%s: %j hides %s: %s', (serviceType, path, name, isHidden) => {
    const tables = hidden(serviceType, path);
    expect(tables.hidesColumn(`s.d.p.t.${name}`)).toBe(isHidden);
    expect(tables.hidesTest(`s.d.p.t.${name}.max`)).toBe(isHidden);
  });
});
