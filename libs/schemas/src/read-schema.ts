import { readAvro } from './avro/avro-reader';
import { readJsonSchema } from './json-schema/json-schema-reader';
import { readProtobuf } from './protobuf/protobuf-reader';
import { nameFault, Reading } from './reading/reading';
import type { Root, SchemaField, SchemaNote } from './reading/schema-field';
import { TextFault } from './reading/text-fault';

/** The languages whose texts are read, by the words of `schemaType`. */
const READERS: Readonly<Record<string, (text: string, reading: Reading) => Root>> = {
  Avro: readAvro,
  Protobuf: readProtobuf,
  JSON: readJsonSchema,
};

export const SCHEMA_LANGUAGES: readonly string[] = Object.keys(READERS);

/** Characters of a text that is read. A longer one takes more of the event loop's time than one request may. */
const LONGEST_TEXT = 128 * 1024;

/** Name of a message whose text names none. */
const UNNAMED = 'message';

/** The fields that a text describes, and the parts of it that could not be read. */
export interface SchemaReading {
  readonly fields: readonly SchemaField[];
  readonly notes: readonly SchemaNote[];
}

/**
 * `record`: the message as one field that has its fields as children, as readers of topics expect it. `members`: the fields of the
 * message themselves, or of the elements of a list.
 */
export type Top = 'record' | 'members';

/** The fields that a schema text describes. Never throws: a text that cannot be read has no fields and a note. */
export function readSchema(language: string, text: string, top: Top): SchemaReading {
  const reading = new Reading();
  const read = Object.hasOwn(READERS, language) ? READERS[language] : undefined;
  if (!read) return noFields(`The language ${language} is not read; ${SCHEMA_LANGUAGES.join(', ')} are`);
  if (text.length > LONGEST_TEXT) return noFields(`is longer than the ${LONGEST_TEXT} characters that are read`);
  try {
    return { fields: topFields(read(text, reading), top, reading), notes: reading.notes };
  } catch (error) {
    if (error instanceof TextFault) return noFields(error.message);
    throw error;
  }
}

function topFields({ name = UNNAMED, description, type }: Root, top: Top, reading: Reading): readonly SchemaField[] {
  const isRecord = type.dataType === 'RECORD' || (type.dataType === 'ARRAY' && type.children !== undefined);
  if (top === 'members' && isRecord) return type.children ?? [];
  return [reading.field({ name: nameFault(name) ? UNNAMED : name, description, type: () => type })];
}

function noFields(message: string): SchemaReading {
  return { fields: [], notes: [{ field: 'schemaText', message }] };
}
