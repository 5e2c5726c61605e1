import { entityTypes } from '@app/catalog';
import { invalidFields, isUuid } from '@app/common';
import type { ErrorDetail } from '@app/common';
import { EXPORT_VERSIONS } from '@app/contracts';
import type { ExportVersion, ImportTarget } from '@app/contracts';
import { applyDecorators } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { QueryReader } from '../entities/query-reader';
import type { RawQuery } from '../entities/query-reader';

const MODES = ['merge', 'replace'] as const;

/** With and without the `v` of apiVersion. */
const VERSIONS = EXPORT_VERSIONS.flatMap((version) => [version.slice(1), version]);

/** `entityId`, `entityType`, `objectName` and `allowDrift` of an import. */
export function targetQuery(query: RawQuery): ImportTarget {
  const reader = new QueryReader(query);
  const target = readTarget(reader);
  reader.end();
  return checkedTarget(target);
}

/** As `targetQuery`, with the mode of a PUT. */
export function putQuery(query: RawQuery): { readonly target: ImportTarget; readonly mode: (typeof MODES)[number] } {
  const reader = new QueryReader(query);
  const target = readTarget(reader);
  const mode = reader.word('mode', MODES, 'merge');
  reader.end();
  return { target: checkedTarget(target), mode };
}

export function bulkImportQuery(query: RawQuery): { readonly service: string; readonly allowDrift: boolean } {
  const reader = new QueryReader(query);
  const [service, allowDrift] = [reader.text('service'), reader.boolean('allowDrift')];
  reader.end();
  if (!service)
    throw invalidFields([{ field: 'service', message: 'is a required query parameter: the FQN of a service' }]);
  return { service, allowDrift };
}

/** The apiVersion that an export is asked for; undefined = that of the document that came in, else the newest stable one. */
export function versionQuery(query: RawQuery): ExportVersion | undefined {
  const reader = new QueryReader(query);
  const asked = reader.text('version') === undefined ? undefined : reader.word('version', VERSIONS, '3.1.0');
  reader.end();
  return asked === undefined ? undefined : EXPORT_VERSIONS.find((version) => version.endsWith(asked));
}

type ReadTarget = { readonly [Key in keyof ImportTarget]: ImportTarget[Key] | undefined };

function readTarget(reader: QueryReader): ReadTarget {
  return {
    entityId: reader.text('entityId')?.toLowerCase(),
    entityType: reader.text('entityType'),
    objectName: reader.text('objectName') || undefined,
    allowDrift: reader.boolean('allowDrift'),
  };
}

function checkedTarget({ entityId, entityType, objectName, allowDrift }: ReadTarget): ImportTarget {
  const allowed = entityTypes.get('dataContract').parents.flatMap(({ types }) => types);
  const faults: ErrorDetail[] = [];
  if (entityId === undefined) faults.push({ field: 'entityId', message: 'is a required query parameter' });
  else if (!isUuid(entityId))
    faults.push({ field: 'entityId', message: `must be a UUID, got ${String(entityId).slice(0, 100)}` });
  if (entityType === undefined) faults.push({ field: 'entityType', message: 'is a required query parameter' });
  else if (!allowed.includes(entityType))
    faults.push({
      field: 'entityType',
      message: `must be one of ${allowed.join(', ')}; got ${entityType.slice(0, 100)}`,
    });
  if (faults.length || entityId === undefined || entityType === undefined) throw invalidFields(faults);
  return { entityId, entityType, objectName, allowDrift: allowDrift === true };
}

const ALLOW_DRIFT = ApiQuery({
  name: 'allowDrift',
  required: false,
  schema: { type: 'boolean', default: false },
  description: 'Take columns that the asset does not have',
});

/** The query parameters of an import, in the API document. */
export const TargetQuery = (): MethodDecorator =>
  applyDecorators(
    ApiQuery({ name: 'entityId', required: true, schema: { type: 'string', format: 'uuid' } }),
    ApiQuery({ name: 'entityType', required: true, schema: { type: 'string' }, example: 'table' }),
    ApiQuery({
      name: 'objectName',
      required: false,
      schema: { type: 'string' },
      description: 'Which schema object of the document; default: the one named like the asset, else the only one',
    }),
    ALLOW_DRIFT,
  );

export const ModeQuery = (): MethodDecorator =>
  ApiQuery({
    name: 'mode',
    required: false,
    schema: { type: 'string', enum: [...MODES], default: 'merge' },
    description: 'Whether what only the contract says stays (merge) or goes (replace)',
  });

export const ServiceQuery = (): MethodDecorator =>
  applyDecorators(
    ApiQuery({
      name: 'service',
      required: true,
      schema: { type: 'string' },
      description: 'FQN of the service of the assets',
    }),
    ALLOW_DRIFT,
  );

export const VersionQuery = (): MethodDecorator =>
  ApiQuery({
    name: 'version',
    required: false,
    schema: { type: 'string', enum: VERSIONS },
    description: 'apiVersion of the document; default: that of the document that came in, else 3.1.0',
  });
