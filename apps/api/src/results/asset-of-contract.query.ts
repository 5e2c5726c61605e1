import { ChoiceProperty, UuidProperty } from '../http/input';
import { ASSET_TYPES } from '../contracts/read/contract-query';
import { ResultQuery } from './result.query';

/** The asset whose contract is meant. */
export class AssetOfContractQuery extends ResultQuery {
  @UuidProperty({ description: 'The data asset.', required: true })
  entityId!: string;

  @ChoiceProperty({ description: 'Its type.', required: true, of: ASSET_TYPES, example: 'table' })
  entityType!: string;
}
