export { readSchema, SCHEMA_LANGUAGES, type SchemaReading, type Top } from './read-schema';
export type { SchemaField, SchemaNote } from './reading/schema-field';
