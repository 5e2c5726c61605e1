import { array, closed, oneOf, part, text, word } from '../../definition/build';
import type { JsonSchema } from '../../definition/json-schema';
import { ownFqn, partName } from './common';

const SCHEMA_TYPE = oneOf('Avro', 'Protobuf', 'JSON', 'Other', 'None');

/** Fields of messages, of requests and responses, and of search indexes. Their data types are words of their own systems. */
export const FIELD_PARTS: Record<string, JsonSchema> = {
  Field: closed(
    {
      name: partName,
      displayName: text,
      dataType: word,
      dataTypeDisplay: text,
      description: text,
      fullyQualifiedName: ownFqn,
      tags: array(part('TagLabel')),
      children: array(part('Field')),
    },
    ['name', 'dataType'],
  ),
  MessageSchema: closed({ schemaText: text, schemaType: SCHEMA_TYPE, schemaFields: array(part('Field')) }),
  APISchema: closed({ schemaType: SCHEMA_TYPE, schemaFields: array(part('Field')) }),
  SearchIndexField: closed(
    {
      name: partName,
      displayName: text,
      dataType: word,
      dataTypeDisplay: text,
      description: text,
      fullyQualifiedName: ownFqn,
      tags: array(part('TagLabel')),
      children: array(part('SearchIndexField')),
    },
    ['name', 'dataType'],
  ),
};
