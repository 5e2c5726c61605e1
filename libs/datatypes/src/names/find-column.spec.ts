import { columnAt, columnNamed, type ColumnTree } from './find-column';
import type { NameCase } from './name-cases';

const column = (name: string, ...children: ColumnTree[]): ColumnTree => ({ name, children });
const COLUMNS = [
  column('ID'),
  column('Home', column('ZIP'), column('a.b')),
  column('x.y', column('Z')),
  column('"odd"'),
];

function lookUp(path: string | readonly string[], nameCase: NameCase, columns = COLUMNS): unknown {
  const { found, among } = columnAt(columns, path, nameCase);
  return found?.names ?? among?.map(({ names }) => names.join('/'));
}

describe('columnAt', () => {
  it.each<[NameCase, string | string[], unknown]>([
    ['exact', 'ID', ['ID']],
    ['exact', 'id', []],
    ['foldsUp', 'id', ['ID']],
    ['blind', 'home.zip', ['Home', 'ZIP']],
    ['blind', 'HOME."ZIP"', ['Home', 'ZIP']],
    ['blind', 'HOME."zip"', []],
    ['exact', '"Home"."ZIP"', ['Home', 'ZIP']],
    ['exact', '`Home`.[ZIP]', ['Home', 'ZIP']],
    ['foldsUp', 'home.zip', []],
    ['foldsUp', 'Home.zip', ['Home', 'ZIP']],
    ['exact', 'Home."a.b"', ['Home', 'a.b']],
    ['exact', 'Home.a.b', ['Home', 'a.b']],
    ['blind', 'home.A.B', ['Home', 'a.b']],
    ['exact', 'x.y.Z', ['x.y', 'Z']],
    ['blind', 'X.Y.z', ['x.y', 'Z']],
    ['exact', '"x.y".Z', ['x.y', 'Z']],
    ['exact', '"odd"', ['"odd"']],
    ['exact', 'odd', []],
    ['exact', 'Home.', []],
    ['exact', '', []],
    ['exact', ['Home', 'ZIP'], ['Home', 'ZIP']],
    ['blind', ['home', 'zip'], ['Home', 'ZIP']],
    ['exact', ['x', 'y'], ['x.y']],
    ['foldsUp', ['Home', 'zip', 'more'], []],
    ['exact', [], []],
  ])('%s: %j is %j', (nameCase, path, names) => expect(lookUp(path, nameCase)).toEqual(names));

  it('names the candidates where there are two', () => {
    const columns = [column('Key'), column('KEY'), column('Home', column('Zip'), column('ZIP'))];
    expect(lookUp('key', 'blind', columns)).toEqual(['Key', 'KEY']);
    expect(lookUp('home.zip', 'blind', columns)).toEqual(['Home/Zip', 'Home/ZIP']);
    expect(lookUp(['HOME', 'zip'], 'blind', columns)).toEqual(['Home/Zip', 'Home/ZIP']);
    expect(lookUp('Home.ZIP', 'blind', columns)).toEqual(['Home', 'ZIP']);
    expect(columnNamed(columns, 'key', 'blind').among).toEqual(columns.slice(0, 2));
  });
});
