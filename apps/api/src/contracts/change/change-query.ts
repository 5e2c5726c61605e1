import { entityTypes } from '@app/catalog';
import {
  COMPATIBILITY_MODES,
  IMPORT_MODES,
  MOST_IMPACT_ASSETS,
  MOST_IMPACT_HOPS,
  type CompatibilityMode,
  type ImportMode,
  type ProposalOptions,
} from '@app/contracts';
import { ChoiceProperty, IntegerProperty, Property, ruleOf, TextProperty } from '../../http/input';

export class VersionsQuery {
  @TextProperty({ min: 0, example: '0.3', description: 'The older version; default: the one before `to`' })
  from?: string;

  @TextProperty({ min: 0, example: '0.3', description: 'The newer version; default: the present one' })
  to?: string;
}

/** The parameters beside a proposed document. */
export class ProposalQuery {
  @TextProperty({
    min: 0,
    example: 'orders',
    description:
      'Of an ODCS document, the schema object that is meant; default: the one that the contract was imported from, else the one named like the asset',
  })
  objectName?: string;
}

/** The parameters beside a document that is compared with what it would make of the contract. */
export class ProposedImportQuery extends ProposalQuery {
  @ChoiceProperty({ of: IMPORT_MODES, description: 'Of such a document, as for its import' })
  mode: ImportMode = 'replace';
}

export function proposalOptions({ objectName, mode }: Partial<ProposedImportQuery>): ProposalOptions {
  return { objectName: objectName || undefined, mode };
}

export class ImpactQuery {
  @IntegerProperty({ min: 1, max: MOST_IMPACT_HOPS, description: 'Hops to follow' })
  depth = 10;

  @IntegerProperty({ min: 0, max: MOST_IMPACT_ASSETS, description: 'Maximum number of assets' })
  limit = 1_000;

  @TextProperty({
    min: 0,
    example: 'total,address.zip',
    description: 'Columns of the asset that change, separated by commas',
    further: (list) =>
      typeof list === 'string' && list.split(',').includes('')
        ? 'must be names of columns, separated by commas'
        : undefined,
  })
  columns?: string;
}

export class CheckDto {
  // A document of a declared type: the service checks it.
  @Property(
    { required: true, example: entityTypes.get('dataContract').example },
    ruleOf('the proposed contract', () => true, {
      type: 'object',
      allOf: [{ $ref: '#/components/schemas/CreateDataContract' }],
    }),
  )
  document!: unknown;

  @ChoiceProperty({ of: COMPATIBILITY_MODES, example: 'backward' })
  mode: CompatibilityMode = 'backward';
}
