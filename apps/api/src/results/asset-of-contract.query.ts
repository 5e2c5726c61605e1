import { TextParameter, UuidParameter } from '../http/input';
import { ResultQuery } from './result.query';

/** The asset whose contract is meant. */
export class AssetOfContractQuery extends ResultQuery {
  @UuidParameter({ description: 'The data asset.', required: true })
  entityId!: string;

  @ChoiceParameter({ description: 'Its type.', required: true, of: ASSET_TYPES, example: 'table' })
  entityType!: string;
}
