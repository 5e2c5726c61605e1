import { entityTypes } from '@app/catalog';
import { EntityReadQuery } from '../../entities/entity-query';
import { BooleanProperty, ChoiceProperty, TextProperty, UuidProperty } from '../../http/input';

/** The types whose entities can have a contract. */
export const ASSET_TYPES = entityTypes.get('dataContract').parents.flatMap(({ types }) => types);

/** How one contract is to be shown. */
export class ContractReadQuery extends EntityReadQuery {
  @BooleanProperty({
    default: false,
    description: "With what the contract inherits from that of its asset's data product",
  })
  effective = false;
}

/** The asset whose contract is meant. */
export class ContractOfAssetQuery {
  @UuidProperty({ required: true, description: 'The data asset' })
  entityId!: string;

  @ChoiceProperty({ required: true, of: ASSET_TYPES, example: 'table', description: 'Its type' })
  entityType!: string;

  @TextProperty({ min: 0, description: 'Comma-separated members to show beside the base ones; `*` for all' })
  fields?: string;
}

export class DocumentCheckQuery {
  @BooleanProperty({ default: false, description: 'Take columns that the asset does not have' })
  allowDrift = false;
}
