import { CONTRACT_SUBJECTS } from '@app/contracts';
import { EVIDENCE, type Evidence } from '@app/validation';
import { ChoiceProperty, UuidProperty } from '../http/input';
import { ResultQuery } from './result.dto';

/** How a contract is validated. */
export class ValidateQuery extends ResultQuery {
  @ChoiceProperty({
    of: EVIDENCE,
    description:
      'Source of the evidence. source: the data is read now; 409 if the service of the asset has no data access. stored: stored evidence. auto (the default): the source if it may be read, else stored evidence.',
  })
  evidence?: Evidence;
}

/** The asset whose contract is validated, and how. */
export class ValidateAssetQuery extends ValidateQuery {
  @UuidProperty({ description: 'The data asset.', required: true })
  entityId!: string;

  @ChoiceProperty({ description: 'Its type.', required: true, of: CONTRACT_SUBJECTS, example: 'table' })
  entityType!: string;
}
