import { entityTypes } from '@app/catalog';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { entitySchemas } from '../entities/entity-schemas';
import { buildOpenApi } from './build-openapi';
import { shareComponents } from './share-components';

/** The document of the whole API. */
export function apiDocument(app: INestApplication): OpenAPIObject {
  return shareComponents(buildOpenApi(app, entitySchemas(entityTypes.all())));
}
