import { CONTRACT_SUBJECTS } from '@app/contracts';
import { EntityReadQuery } from '../../entities/entity-query';
import { BooleanProperty, ChoiceProperty, TextProperty, UuidProperty } from '../../http/input';

/** How one contract is to be shown. */
export class ContractReadQuery extends EntityReadQuery {
  @BooleanProperty({
    description: "With members inherited from the contract of the asset's data product",
  })
  effective = false;
}

/** The asset whose contract is meant. */
export class ContractOfAssetQuery {
  @UuidProperty({ required: true, description: 'The data asset' })
  entityId!: string;

  @ChoiceProperty({ required: true, of: CONTRACT_SUBJECTS, example: 'table', description: 'Its type' })
  entityType!: string;

  @TextProperty({ min: 0, description: 'Comma-separated members to show beside the base ones; `*` for all' })
  fields?: string;
}

export class DocumentCheckQuery {
  @BooleanProperty({ description: 'Accept columns that the asset does not have' })
  allowDrift = false;
}
