import { MOST_LABELLED_ASSETS, type EntityType } from '@app/catalog';
import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Answer, entity } from '../../http/described';
import { integer, object } from '../../http/schemas';
import { schemaName } from '../entity-schemas';

const DONE = {
  dryRun: false,
  status: 'success',
  numberOfRowsProcessed: 1,
  numberOfRowsPassed: 1,
  numberOfRowsFailed: 0,
  successRequest: [{ request: 'shop_postgres.shop.public.orders', status: 200 }],
  failedRequest: [],
};

const DOMAINS = ' Their domains need not be that of the product.';

/** The roles that an asset can have in a data product, in words, and the rules for those that are added and removed. */
const LISTS = {
  assets: { name: 'Assets', words: 'assets', add: DOMAINS, remove: DOMAINS },
  inputPorts: {
    name: 'InputPorts',
    words: 'input ports',
    add: ' An output port of the product cannot be one.',
    remove: '',
  },
  outputPorts: {
    name: 'OutputPorts',
    words: 'output ports',
    add: ' They must be assets of the product, and none of its input ports.',
    remove: '',
  },
} as const;

export type ProductList = keyof typeof LISTS;
export type PortList = Exclude<ProductList, 'assets'>;

/** Puts a route that changes assets or ports of a data product into the API document. */
export function DescribedProductChange(
  list: ProductList,
  way: 'add' | 'remove',
  suffix: '' | 'ByName',
): MethodDecorator {
  const { name, words, [way]: rule } = LISTS[list];
  const named = suffix && ', named by its FQN';
  const summary = way === 'add' ? `Add ${words} to a data product` : `Remove ${words} from a data product`;
  return applyDecorators(
    ApiTags('dataProducts'),
    ApiOperation({
      operationId: `${way}DataProduct${name}${suffix}`,
      summary: `${summary}${named}`,
      description: `All or none.${rule}`,
    }),
    Answer(200, 'What was done', entity('BulkOperationResult'), DONE),
  );
}

const ASSET = {
  id: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11',
  type: 'table',
  name: 'orders',
  fullyQualifiedName: 'shop_postgres.shop.public.orders',
  deleted: false,
};

const PAGE = object({
  data: { type: 'array', items: { $ref: '#/components/schemas/EntityReference' } },
  paging: object({ total: integer, offset: integer, limit: integer }),
});

/** Puts a list of assets into the API document. */
export function DescribedAssetList(entityType: EntityType, suffix: '' | 'ByName'): MethodDecorator {
  return applyDecorators(
    ApiTags(entityType.collection),
    ApiOperation({
      operationId: `list${schemaName(entityType)}Assets${suffix}`,
      summary: `List the assets of a ${entityType.type}, by name`,
      description:
        'As searches find them: with owners and domains that assets inherit, and with tags of their columns. The first 10,000.',
    }),
    Answer(200, 'A page of references', PAGE, { data: [ASSET], paging: { total: 1, offset: 0, limit: 10 } }),
  );
}

/** Puts a list of ports into the API document. */
export function DescribedPortList(list: PortList, suffix: '' | 'ByName'): MethodDecorator {
  const { name, words } = LISTS[list];
  return applyDecorators(
    ApiTags('dataProducts'),
    ApiOperation({
      operationId: `listDataProduct${name}${suffix}`,
      summary: `List the ${words} of a data product, by name`,
      description: 'Those that are not deleted and that the caller may see.',
    }),
    Answer(200, 'A page of references', PAGE, { data: [ASSET], paging: { total: 1, offset: 0, limit: 10 } }),
  );
}

/** Puts a route that assigns assets one by one into the API document. */
export function DescribedMembership(entityType: EntityType, way: 'add' | 'remove'): MethodDecorator {
  const name = schemaName(entityType);
  const result = entity('BulkOperationResult');
  const verbs = way === 'add' ? ['Assign', 'to'] : ['Take', 'from'];
  return applyDecorators(
    ApiTags(entityType.collection),
    ApiOperation({
      operationId: `${way}${name}Assets`,
      summary: `${verbs[0]} up to ${MOST_LABELLED_ASSETS} assets ${verbs[1]} a ${entityType.type}, each by a change of its own`,
    }),
    Answer(200, 'All rows succeeded', result, DONE),
    Answer(207, 'Some or all rows were refused', result, REFUSED),
  );
}

const REFUSED = {
  ...DONE,
  status: 'failure',
  numberOfRowsPassed: 0,
  numberOfRowsFailed: 1,
  successRequest: [],
  failedRequest: [
    {
      request: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11',
      status: 404,
      message: 'table 3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11 does not exist',
    },
  ],
};
