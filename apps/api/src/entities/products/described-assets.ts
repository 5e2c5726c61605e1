import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';

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
  const content = { schema: { $ref: '#/components/schemas/BulkOperationResult' }, example: DONE };
  return applyDecorators(
    ApiTags('dataProducts'),
    ApiOperation({
      operationId,
      summary,
      description: 'All of them or none. Their domains need not be that of the product.',
    }),
    ApiResponse({ status: 200, description: 'What was done', content: { 'application/json': content } }),
  );
}
