import { CONTRACT_SUBJECTS } from '@app/contracts';
import { ChoiceProperty, UuidProperty } from '../http/input';
import { ResultQuery } from './result.query';

/** The asset whose contract is meant. */
export class AssetOfContractQuery extends ResultQuery {
  @UuidProperty({ description: 'The data asset.', required: true })
  entityId!: string;

  @ChoiceProperty({ description: 'Its type.', required: true, of: CONTRACT_SUBJECTS, example: 'table' })
  entityType!: string;
}
