import { entityTypes, fieldNames, type EntityType } from '@app/catalog';
import type { OpenAPIObject } from '@nestjs/swagger';
import { patternOfWords } from '../http/input';
import type { Operation } from './complete-operation';

/** Says of each type which names the parameter `fields` takes where its entities are read. */
export function sayFields(document: OpenAPIObject): void {
  for (const entityType of entityTypes.all()) {
    const collection = `/api/v1/${entityType.collection}`;
    for (const path of [collection, `${collection}/{id}`, `${collection}/name/{fqn}`, `${collection}/entity`]) {
      const read = document.paths[path]?.get as unknown as Operation | undefined;
      if (read)
        read.parameters = read.parameters?.map((one) => (one.name === 'fields' ? withWords(one, entityType) : one));
    }
  }
}

function withWords<One extends { readonly schema?: object }>(parameter: One, entityType: EntityType): One {
  const pattern = patternOfWords([...fieldNames(entityType), '*']);
  return { ...parameter, schema: { ...parameter.schema, pattern } };
}
