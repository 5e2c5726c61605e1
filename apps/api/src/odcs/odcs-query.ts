import type { EntityKey } from '@app/catalog';
import {
  CONTRACT_SUBJECTS,
  EXPORT_VERSIONS,
  type ExportVersion,
  IMPORT_MODES,
  type ImportMode,
  type ImportTarget,
} from '@app/contracts';
import { BooleanProperty, ChoiceProperty, TextProperty, UuidProperty } from '../http/input';

/** With and without the `v` of apiVersion. */
const VERSIONS = EXPORT_VERSIONS.flatMap((version) => [version.slice(1), version]);

class DriftQuery {
  @BooleanProperty({ description: 'Accept columns that the asset does not have' })
  allowDrift = false;
}

/** Which asset an import is for. */
export class TargetQuery extends DriftQuery {
  @UuidProperty<TargetQuery>({
    description: 'The asset; required unless `entityFqn` names it',
    allowed: 'a UUID (entityFqn takes an FQN)',
    further: (id, { entityFqn }) =>
      id === undefined && !entityFqn ? 'is a required query parameter, unless entityFqn names the asset' : undefined,
  })
  entityId?: string;

  @TextProperty<TargetQuery>({
    min: 0,
    description: 'The asset by its fully qualified name, instead of `entityId`',
    further: (fqn, { entityId }) =>
      fqn !== undefined && entityId !== undefined
        ? 'does not go with entityId: name the asset by one of them'
        : undefined,
  })
  entityFqn?: string;

  @ChoiceProperty({ required: true, of: CONTRACT_SUBJECTS, example: 'table', description: 'Its type' })
  entityType!: string;

  @TextProperty({
    min: 0,
    description: 'Which schema object of the document; default: the one named like the asset, else the only one',
  })
  objectName?: string;
}

export class PutQuery extends TargetQuery {
  @ChoiceProperty({
    of: IMPORT_MODES,
    description: 'Whether members that only the contract has stay (merge) or are removed (replace)',
  })
  mode: ImportMode = 'merge';
}

export class BulkImportQuery extends DriftQuery {
  @TextProperty({ required: true, description: 'FQN of the service of the assets' })
  service!: string;
}

export class VersionQuery {
  @ChoiceProperty({
    of: VERSIONS,
    description: 'apiVersion of the document; default: that of the document that came in, else 3.1.0',
  })
  version?: string;
}

/** undefined = the apiVersion of the imported document, else the newest stable one. */
export function exportVersion({ version }: VersionQuery): ExportVersion | undefined {
  return version === undefined ? undefined : EXPORT_VERSIONS.find((known) => known.endsWith(version));
}

export function importTarget({ entityId, entityFqn, entityType, objectName, allowDrift }: TargetQuery): ImportTarget {
  const entity: EntityKey = entityId === undefined ? { fqn: entityFqn ?? '' } : { id: entityId };
  return { entity, entityType, objectName: objectName || undefined, allowDrift };
}
