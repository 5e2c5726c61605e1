import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ENGINES } from '@app/sources';
import { textOf } from './ceilings';
import { PROJECT } from './source-files';

const SUITES = 'test/conformance/sources';

const typesOf = ({ serviceTypes }: (typeof ENGINES)[number]): string[] => serviceTypes.map((one) => one.toLowerCase());

const doubled = (types: readonly string[]): string[] => types.filter((one, index) => types.indexOf(one) !== index);

describe('engines of sources', () => {
  it('claim a type of service once, in any case', () => {
    const claimed = ENGINES.flatMap(typesOf);
    expect(claimed.length).toBeGreaterThan(10);
    expect(doubled(claimed)).toEqual([]);
    expect(doubled([...claimed, 'Greenplum'.toLowerCase()])).toEqual(['greenplum']);
  });

  it('have a suite each, which asks for the engine by one of its types', () => {
    const suites = readdirSync(join(PROJECT, SUITES)).filter((file) => file.endsWith('.int-spec.ts'));
    const tried = suites.flatMap((file) =>
      [...textOf(`${SUITES}/${file}`).matchAll(/\bengineOf\('(\w+)'\)/g)].map(([, type = '']) => type.toLowerCase()),
    );
    expect(ENGINES.filter((engine) => !typesOf(engine).some((type) => tried.includes(type))).flatMap(typesOf)).toEqual(
      [],
    );
  });
});
