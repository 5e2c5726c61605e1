import type { ContractDocument } from '../../document/contract-document';
import { platformOf } from '@app/datatypes';
import { checkCompatibility, diffContracts } from '../contract-diff';

const contract: ContractDocument = { schema: ['a', 'b'].map((name) => ({ name, dataType: 'INT' })) };

/** A document with these members of the property a; of `first` it is not the first property. */
function stored(members: object, more: object = {}, first?: object) {
  const properties = [...(first ? [first] : []), { name: 'a', ...members }, { name: 'b' }];
  const names = properties.map(({ name }: { name?: string }) => name ?? '');
  return {
    document: { schema: [{ name: 't', properties }], ...more },
    object: 0,
    baseline: { schema: names.map((name) => ({ name, dataType: 'INT' })) },
  };
}

const RELATES = { relationships: [{ to: 'x.y' }] };

function compared(before: ReturnType<typeof stored>, after: ReturnType<typeof stored>): string[] {
  return diffContracts(contract, contract, { documents: { before, after } }).map(
    ({ path, compatibility }) => `${compatibility} ${path}`,
  );
}

describe('promises that only documents state', () => {
  const at = 'odcs:schema[0].properties[0].relationships[0]';

  it.each<[string, ReturnType<typeof stored>, ReturnType<typeof stored>, string[]]>([
    ['one that goes', stored(RELATES), stored({}), [`breaking ${at}`]],
    ['one that comes', stored({}), stored(RELATES), [`compatible ${at}`]],
    [
      'another one',
      stored(RELATES),
      stored({ relationships: [{ to: 'x.z' }] }),
      [`breaking ${at}`, `compatible ${at}`],
    ],
    ['the default in full', stored(RELATES), stored({ relationships: [{ to: 'x.y', type: 'foreignKey' }] }), []],
    ['the same at another place', stored(RELATES), stored(RELATES, {}, { name: 'b' }), []],
    ['partitions', stored({ partitioned: true }), stored({}), ['info odcs:schema[0].properties[0].partitioned']],
    [
      'targets that no member has',
      stored({}, { slaProperties: [{ property: 'errorRate', value: 1 }] }),
      stored({}, { slaProperties: [{ property: 'errorRate', value: 2 }] }),
      ['breaking odcs:slaProperties[0]', 'compatible odcs:slaProperties[0]'],
    ],
    [
      'rules of other tools',
      stored({ quality: [{ type: 'custom', engine: 'soda', implementation: 'x' }] }),
      stored({}),
      ['breaking odcs:schema[0].properties[0].quality[0]'],
    ],
  ])('%s', (_, before, after, expected) => expect(compared(before, after)).toEqual(expected));

  it('are those of columns that the contract has', () => {
    const without = { schema: contract.schema!.slice(1) };
    const documents = { before: stored(RELATES), after: stored({}) };
    expect(diffContracts(without, without, { documents })).toEqual([]);
  });

  it('are of the same column however the platform lets it be written', () => {
    const written = (name: string) => ({ schema: [{ name, dataType: 'INT' }] });
    const document = (name: string) => ({
      document: { schema: [{ name: 't', properties: [{ name, ...RELATES }] }] },
      ...{ object: 0, baseline: written(name) },
    });
    const documents = { before: document('id'), after: document('ID') };
    const paths = (platform: string, compared = documents) =>
      diffContracts(written('id'), written('ID'), { documents: compared, platform: platformOf(platform) })
        .filter(({ path }) => path.startsWith('odcs:'))
        .map(({ compatibility }) => compatibility);
    expect(paths('Snowflake')).toEqual([]);
    expect(paths('Mongo')).toEqual(['breaking', 'compatible']);
    // A native change leaves the document.
    const left = { before: document('id'), after: document('id') };
    expect(paths('Snowflake', left)).toEqual([]);
    expect(paths('Mongo', left)).toEqual(['breaking']);
  });

  it('are compared the other way round for those who write', () => {
    const documents = { before: stored({}), after: stored(RELATES) };
    expect(checkCompatibility(contract, contract, 'backward', { documents }).compatible).toBe(true);
    expect(checkCompatibility(contract, contract, 'forward', { documents }).compatible).toBe(false);
  });
});
