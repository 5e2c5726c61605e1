import { entityTypes } from '@app/catalog';
import { CONTRACT_SUBJECTS } from '@app/contracts';
import { ChoiceProperty, TextProperty } from '../../http/input';
import { named, type CatalogCalls, type Json } from '../catalog-calls';

/** Names a contract, by itself or by its asset. */
export class ContractInput {
  @TextProperty<ContractInput>({
    description: 'Fully qualified name or id of the contract; or give asset',
    further: (contract, { asset }) =>
      (contract === undefined) === (asset === undefined) ? 'send exactly one of contract and asset' : undefined,
  })
  contract?: string;

  @TextProperty({ description: 'Fully qualified name or id of the asset whose contract is meant' })
  asset?: string;

  @ChoiceProperty({ of: CONTRACT_SUBJECTS, description: 'Type of the asset' })
  type = 'table';
}

/**
 * The contract that is meant: with what it inherits from that of its asset's data product.
 *
 * @throws {AppError} where there is none
 */
export async function contractOf(
  catalog: CatalogCalls,
  { contract, asset, type }: ContractInput,
  fields?: string,
): Promise<Json> {
  if (contract !== undefined) return catalog.get(`/dataContracts/${named(contract)}`, { effective: true, fields });
  const { collection } = entityTypes.get(type);
  const { id } = await catalog.get(`/${collection}/${named(asset ?? '')}`);
  return catalog.get('/dataContracts/entity', { entityId: String(id), entityType: type, fields });
}
