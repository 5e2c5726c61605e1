import { isObject } from '@app/common';
import { type Platform, platformOf } from '@app/datatypes';

type Json = Readonly<Record<string, unknown>>;

/** Whose words the types of an asset's columns are: those of its service, else those of the format of its fields. */
export function assetPlatform(asset: Json): Platform {
  const known = [textOf(asset.serviceType), ...formatsOf(asset)].map(platformOf);
  return known.find(({ shownName }) => shownName !== undefined) ?? platformOf();
}

function formatsOf({ messageSchema, responseSchema, requestSchema, fileFormats }: Json): (string | undefined)[] {
  const schemas = [messageSchema, responseSchema, requestSchema];
  const formats = Array.isArray(fileFormats) ? fileFormats : [];
  return [
    ...schemas.map((schema) => (isObject(schema) ? textOf(schema.schemaType) : undefined)),
    ...formats.map(columnar),
  ];
}

/** The others of a container, such as CSV, have no types of their own. */
function columnar(format: unknown): string | undefined {
  const word = textOf(format)?.toLowerCase();
  return word === 'parquet' || word === 'avro' ? word : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
