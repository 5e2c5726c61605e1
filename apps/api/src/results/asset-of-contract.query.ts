import { entityTypes } from '@app/catalog';
import { ChoiceParameter, UuidParameter } from '../http/input';
import { ResultQuery } from './result.query';

/** The types whose entities can have a contract. */
const ASSET_TYPES = entityTypes.get('dataContract').parents.flatMap(({ types }) => types);

/** The asset whose contract is meant. */
export class AssetOfContractQuery extends ResultQuery {
  @UuidParameter({ description: 'The data asset.', required: true })
  entityId!: string;

  @ChoiceParameter({ description: 'Its type.', required: true, of: ASSET_TYPES, example: 'table' })
  entityType!: string;
}
