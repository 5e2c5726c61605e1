import { array, closed, code, labels, longText, oneOf, part, text, word } from '../../definition/build';
import type { JsonSchema } from '../../definition/json-schema';
import { COLUMN_CONSTRAINTS } from '../../definition/closed-lists';
import { ownFqn, partName } from './common';

const SCHEMA_TYPE = oneOf('Avro', 'Protobuf', 'JSON', 'Other', 'None');

/** A schema as text and as fields. Where no fields are sent, they are read from the text. */
const DESCRIBED: Record<string, JsonSchema> = {
  schemaText: {
    ...code,
    description:
      'Avro (as JSON), Protobuf or JSON Schema, according to schemaType. Absent schemaFields are parsed from it.',
  },
  schemaType: SCHEMA_TYPE,
  schemaFields: array(part('Field')),
  schemaNotes: {
    ...array(part('SchemaNote')),
    readOnly: true,
    description: 'Parts of schemaText that could not be parsed, by the path of a field. Set by the service.',
  },
};

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
      constraint: { anyCase: COLUMN_CONSTRAINTS },
      children: array(part('Field')),
    },
    ['name', 'dataType'],
  ),
  MessageSchema: closed(DESCRIBED),
  APISchema: closed(DESCRIBED),
  SchemaNote: closed({ field: text, message: text }, ['field', 'message']),
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
