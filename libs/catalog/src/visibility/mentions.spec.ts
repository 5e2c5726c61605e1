import type { JsonSchema } from '../definition/json-schema';
import { entityTypes } from '../types/entity-types';
import { SHARED_PARTS } from '../schema/shared-parts';
import { isNaming } from './mentions';

/** Texts that mean what they say, or name a part of the entity itself, something of the source, or nothing that is in the catalog. */
const TEXTS = `
  accessedByAProcess algorithm appliedAt arrayDataType botName chartType checksum code color columnName columns compressionCodec condition
  constraint constraints constraintType cure dataModelType dataType dataTypeDisplay dbtSourceProject defaultPersona description dialect dimensionColumns
  displayName downstreamTasks email endDate expression externalId featureAlgorithm field fileFormat fullPath generatedAt href iconURL image
  imageRepository incidentId inspectionQuery interval jsonSchema location locationPath message name operations orderColumns parameterField path
  pipelineLocation position prefix project queries query query_type rawSql reason resourceType resources result retentionPeriod scheduleInterval
  schemaDefinition schemaText scimUserName segmentColumns serviceType sourceHash sourceUrl sql sqlExpression startDate storage
  supportedDataTypes supportedServices synonyms target taskSQL taskType testCaseStatus timezone type url usedBy validatorClass value
`.trim();

/** All members with texts of no closed list and no format. */
function textsOf(schema: JsonSchema, member: string, found: Set<string>): void {
  const { type, properties = {}, items, anyOf = [] } = schema;
  if (type === 'string' && !schema.enum && !schema.format) found.add(member);
  for (const [name, inner] of Object.entries(properties)) textsOf(inner, name, found);
  for (const inner of [...(items ? [items] : []), ...anyOf]) textsOf(inner, member, found);
}

it('each text of a declared type is known to name another entity, or not to', () => {
  const found = new Set<string>();
  for (const part of Object.values(SHARED_PARTS)) textsOf(part, '', found);
  for (const { attributes } of entityTypes.all())
    for (const [name, { schema }] of Object.entries(attributes)) textsOf(schema, name, found);
  const known = new Set(TEXTS.split(/\s+/));
  expect([...found].filter((member) => !known.has(member) && !isNaming(member))).toEqual([]);
  expect([...known].filter((member) => !found.has(member) || isNaming(member))).toEqual([]);
});
