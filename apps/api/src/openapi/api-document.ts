import { entityTypes } from '@app/catalog';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { entitySchemas } from '../entities/entity-schemas';
import { buildOpenApi } from './build-openapi';
import { sayFields } from './field-words';
import { sayNames } from './name-examples';
import { shareComponents } from './share-components';

export function apiDocument(app: INestApplication): OpenAPIObject {
  const document = buildOpenApi(app, entitySchemas(entityTypes.all()));
  sayFields(document);
  sayNames(document);
  return shareComponents(document);
}
