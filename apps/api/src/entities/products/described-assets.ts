import { applyDecorators } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';

const ASSET = { id: '3f0c8a52-9a1e-4f0b-8d67-2f6f4d1c9a11', type: 'table' };
const DONE = {
  dryRun: false,
  status: 'success',
  numberOfRowsProcessed: 1,
  numberOfRowsPassed: 1,
  numberOfRowsFailed: 0,
  successRequest: [{ request: 'shop_postgres.shop.public.orders', status: 200 }],
  failedRequest: [],
};

/** Puts a route that changes the assets of a data product into the API document. */
export function DescribedAssets(operationId: string, summary: string): MethodDecorator {
  const items = { $ref: '#/components/schemas/EntityReference' };
  const schema = {
    type: 'object',
    required: ['assets'],
    properties: { assets: { type: 'array', maxItems: 1000, items } },
  };
  const content = { schema: { $ref: '#/components/schemas/BulkOperationResult' }, example: DONE };
  return applyDecorators(
    ApiTags('dataProducts'),
    ApiOperation({
      operationId,
      summary,
      description: 'All of them or none. Their domains need not be that of the product.',
    }),
    ApiBody({ schema, examples: { example: { value: { assets: [ASSET] } } } }),
    ApiResponse({ status: 200, description: 'What was done', content: { 'application/json': content } }),
  );
}
