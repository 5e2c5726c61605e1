import { CONTRACT_SUBJECTS } from '@app/contracts';
import { ChoiceProperty, TextProperty } from '../../http/input';
import type { CatalogCalls, Json } from '../catalog-calls';
import { ASSET_TYPE, entityNamed } from '../named-entity';

/** Names a contract, by itself or by its asset. */
export class ContractInput {
  @TextProperty<ContractInput>({
    description: 'Name or id of the contract; or give asset',
    further: (contract, { asset }) =>
      (contract === undefined) === (asset === undefined) ? 'send exactly one of contract and asset' : undefined,
  })
  contract?: string;

  @TextProperty({ description: 'Name or id of the asset whose contract is meant' })
  asset?: string;

  @ChoiceProperty({ of: CONTRACT_SUBJECTS, description: ASSET_TYPE })
  type?: string;
}

/**
 * The contract that is meant, with what it inherits from that of its asset's data product. Each of the two arguments takes the other's name too.
 *
 * @throws {AppError} where there is none
 */
export async function contractOf(
  catalog: CatalogCalls,
  { contract, asset, type }: ContractInput,
  fields?: string,
): Promise<Json> {
  const subjects = [...CONTRACT_SUBJECTS, 'dataContract'];
  const found =
    contract === undefined
      ? await entityNamed(catalog, { asked: asset ?? '', type, types: subjects })
      : await entityNamed(catalog, { asked: contract, types: ['dataContract', ...CONTRACT_SUBJECTS] });
  const id = String(found.entity.id);
  if (found.type === 'dataContract') return catalog.get(`/dataContracts/${id}`, { effective: true, fields });
  return catalog.get('/dataContracts/entity', { entityId: id, entityType: found.type, fields });
}
