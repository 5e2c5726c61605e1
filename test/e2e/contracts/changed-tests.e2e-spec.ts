import { ContractWorld } from './contract-world';

interface Impact {
  readonly testChanged?: readonly { readonly testCase: { readonly name: string }; readonly at: number }[];
}

describe('the impact of a contract', () => {
  it('lists expected test cases whose parameters changed', async () => {
    const world = await ContractWorld.shared();
    const table = await world.table();
    const test = (name: string) =>
      world.client.must<{ id: string }>('POST', '/dataQuality/testCases', {
        ...{ name, entityLink: `<#E::table::${table.fullyQualifiedName}>` },
        testDefinition: 'tableRowCountToEqual',
        parameterValues: [{ name: 'value', value: '1' }],
      });
    const [looser, described, alone] = [await test('looser'), await test('described'), await test('alone')];
    const contract = await world.contract({
      entity: { id: table.id, type: 'table' },
      qualityExpectations: [looser, described].map(({ id }) => ({ id, type: 'testCase' })),
    });
    const impact = () => world.client.must<Impact>('GET', `/dataContracts/${contract.id}/impact`);
    expect((await impact()).testChanged).toBeUndefined();
    const begin = Date.now();
    for (const { id } of [looser, alone])
      await world.client.must('PATCH', `/dataQuality/testCases/${id}`, [
        { op: 'replace', path: '/parameterValues/0/value', value: '2' },
      ]);
    await world.client.must('PATCH', `/dataQuality/testCases/${described.id}`, [
      { op: 'add', path: '/description', value: 'One row.' },
    ]);
    const { testChanged } = await impact();
    expect(testChanged?.map(({ testCase }) => testCase.name)).toEqual(['looser']);
    expect(testChanged?.[0]?.at).toBeGreaterThanOrEqual(begin - 1_000);
  });
});
