import type { NamedPart } from '../../schema/named-parts';

/** The data types of fields that the models of OpenMetadata's clients know. */
const TYPES = new Set([
  ...['RECORD', 'NULL', 'BOOLEAN', 'INT', 'LONG', 'BYTES', 'FLOAT', 'DOUBLE', 'TIMESTAMP', 'TIMESTAMPZ'],
  ...['ARRAY', 'MAP', 'ENUM', 'UNION', 'STRING', 'FIXED', 'DATE', 'TIME', 'ERROR', 'UNKNOWN'],
]);

/** The nearest type there for ours; the display says it exactly. */
const NEAREST: Readonly<Record<string, string>> = { DECIMAL: 'BYTES', UUID: 'STRING', UINT: 'LONG', LARGEINT: 'LONG' };

type Schema = Readonly<Record<string, unknown>>;

/** The schema of messages without the members that those models do not have. */
export function messageSchemaShown({ schemaNotes: _, ...schema }: Schema): Schema {
  const { schemaFields } = schema;
  return Array.isArray(schemaFields) ? { ...schema, schemaFields: (schemaFields as NamedPart[]).map(shown) } : schema;
}

/** The schema of a request or response, shown as that of messages, without a text. */
export function apiSchemaShown({ schemaText: _, ...schema }: Schema): Schema {
  return messageSchemaShown(schema);
}

function shown({ constraint: _, children, ...field }: NamedPart): NamedPart {
  const type = String(field.dataType).toUpperCase();
  const dataType = TYPES.has(type) ? field.dataType : (NEAREST[type] ?? 'UNKNOWN');
  return { ...field, dataType, ...(children && { children: children.map(shown) }) };
}
