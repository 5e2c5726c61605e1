import { array, closed, code, labels, longText, oneOf, part, text, word } from '../../definition/build';
import type { JsonSchema } from '../../definition/json-schema';
import { ownFqn, partName } from './common';

const SCHEMA_TYPE = oneOf('Avro', 'Protobuf', 'JSON', 'Other', 'None');

/** Fields of messages, of requests and responses, and of search indexes. Their data types are those of the source systems. */
export const FIELD_PARTS: Record<string, JsonSchema> = {
  Field: closed(
    {
      name: partName,
      displayName: text,
      dataType: word,
      dataTypeDisplay: longText,
      description: longText,
      fullyQualifiedName: ownFqn,
      tags: labels,
      children: array(part('Field')),
    },
    ['name', 'dataType'],
  ),
  MessageSchema: closed({ schemaText: code, schemaType: SCHEMA_TYPE, schemaFields: array(part('Field')) }),
  APISchema: closed({ schemaType: SCHEMA_TYPE, schemaFields: array(part('Field')) }),
  SearchIndexField: closed(
    {
      name: partName,
      displayName: text,
      dataType: word,
      dataTypeDisplay: longText,
      description: longText,
      fullyQualifiedName: ownFqn,
      tags: labels,
      children: array(part('SearchIndexField')),
    },
    ['name', 'dataType'],
  ),
};
