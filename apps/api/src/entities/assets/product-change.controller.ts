import { ProductAssets, toEntityKey } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Put, Res, type Type } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { BY_NAME, FqnParam } from '../../http/input';
import { BodyLimit } from '../../http/parsing';
import { sendJson } from '../../http/representation/answer';
import { AssetsDto } from '../entity.dto';
import { DescribedProductChange, type ProductList } from './described-assets';

/** The paths of a data product for its changes: by its FQN, or by its id; by its FQN alone. */
const BY_FQN_OR_ID = { path: ':fqn', suffix: '', keyOf: toEntityKey } as const;
type ProductKey = typeof BY_FQN_OR_ID | typeof BY_NAME;

/** Changes of the assets, or of the ports of one side, of a data product. */
function productChangeController(list: ProductList, by: ProductKey, way: 'add' | 'remove'): Type<unknown> {
  @Controller(`v1/dataProducts/${by.path}/${list}/${way}`)
  class ProductChangeController {
    constructor(private readonly products: ProductAssets) {}

    /** The answer is that to a change which was made as a whole. */
    @Put()
    @Access({ operation: 'EditAll', resource: 'dataProduct' })
    @BodyLimit()
    @DescribedProductChange(list, way, by.suffix)
    async change(
      @CurrentActor() actor: Actor,
      @FqnParam() fqn: string,
      @Body() { assets }: AssetsDto,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const targets = await this.products[way](actor, by.keyOf(fqn), assets, list);
      const successRequest = targets.map(({ fullyQualifiedName }) => ({ request: fullyQualifiedName, status: 200 }));
      const { length } = targets;
      const counts = { numberOfRowsProcessed: length, numberOfRowsPassed: length, numberOfRowsFailed: 0 };
      sendJson(
        reply,
        JSON.stringify({ dryRun: false, status: 'success', ...counts, successRequest, failedRequest: [] }),
      );
    }
  }
  return ProductChangeController;
}

const LISTS = ['assets', 'inputPorts', 'outputPorts'] as const;

export const PRODUCT_CHANGE_CONTROLLERS: readonly Type<unknown>[] = LISTS.flatMap((list) =>
  [BY_FQN_OR_ID, BY_NAME].flatMap((by) => [
    productChangeController(list, by, 'add'),
    productChangeController(list, by, 'remove'),
  ]),
);
