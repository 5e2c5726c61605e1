/** @jest-environment node */
import { entityTypes } from '@app/catalog';
import { CONTRACT_SUBJECTS } from '@app/contracts';
import { EdgeService, EXPORT_TYPES, LINEAGE_TYPES } from '@app/lineage';
import type * as Build from '../../../libs/catalog/src/definition/build';
import { typesOfIndex } from '../../../libs/catalog/src/search/ask/index-names';
import type * as Assets from '../../../libs/catalog/src/types/asset';
import type * as Declarations from '../../../libs/catalog/src/types/declared-types';
import { DATASET_TYPES } from '../../../libs/ingestion/src/naming/target-statement';
import { ADMIN, COLUMNS, ContractFixture } from './contract.fixture';

const SERVICE = 'messagingService';

// A type that stands in the list of declarations and nowhere else.
jest.mock('../../../libs/catalog/src/types/declared-types', () => {
  const actual = jest.requireActual<typeof Declarations>('../../../libs/catalog/src/types/declared-types');
  const build = jest.requireActual<typeof Build>('../../../libs/catalog/src/definition/build');
  const { DATA_ASSET, defineAsset } = jest.requireActual<typeof Assets>('../../../libs/catalog/src/types/asset');
  const stream = defineAsset({
    type: 'stream',
    collection: 'streams',
    traits: DATA_ASSET,
    description: 'What a processor reads.',
    service: 'messagingService',
    attributes: { columns: build.parts(build.array(build.part('Column')), 'base', { columns: true }) },
    search: { index: 'stream_search_index' },
    example: { name: 'clicks', service: 'shop_kafka' },
  });
  return { DECLARED_TYPES: [...actual.DECLARED_TYPES, stream] };
});

describe('a type that is declared, and in the list of declarations', () => {
  let contracts: ContractFixture;

  beforeAll(async () => {
    contracts = await ContractFixture.open();
  });

  afterAll(() => contracts.close());

  async function stream(): Promise<Awaited<ReturnType<ContractFixture['make']>>> {
    const service = await contracts.make(SERVICE, { serviceType: 'Kafka' });
    return contracts.make('stream', { service: service.fullyQualifiedName, columns: COLUMNS });
  }

  it('is in every list that is derived from traits', () => {
    const owned = entityTypes.get('user').relations.owns?.types;
    const inDomain = entityTypes.get('domain').relations.assets?.types;
    const inProduct = entityTypes.get('dataProduct').relations.assets?.types;
    const lists = [LINEAGE_TYPES, EXPORT_TYPES, CONTRACT_SUBJECTS, DATASET_TYPES, owned, inDomain, inProduct];
    for (const list of lists) expect(list).toContain('stream');
  });

  it('is searched under its own index and under all', () => {
    expect(typesOfIndex('stream_search_index')).toEqual(['stream']);
    expect(typesOfIndex('all')).toContain('stream');
  });

  it('can have a contract, whose schema is validated against its columns', async () => {
    const made = await stream();
    const schema = [{ name: 'id', dataType: 'BIGINT' }];
    await expect(contracts.contract({ schema }, made, 'stream')).resolves.toMatchObject({ entity: { id: made.id } });
    const unknown = [{ name: 'nothing', dataType: 'BIGINT' }];
    await expect(contracts.contract({ schema: unknown }, await stream(), 'stream')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('can be an end of an edge', async () => {
    const [from, to] = [await stream(), await contracts.table()];
    const edge = { fromEntity: { id: from.id, type: 'stream' }, toEntity: { id: to.id, type: 'table' } };
    await expect(contracts.part(EdgeService).put(ADMIN, { edge })).resolves.toBeDefined();
  });
});
