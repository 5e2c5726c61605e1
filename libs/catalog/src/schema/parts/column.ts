import { LONGEST_NAME } from '@app/common';
import {
  array,
  boolean,
  closed,
  code,
  columnDataType,
  integer,
  labels,
  longText,
  oneOf,
  openObject,
  part,
  text,
} from '../../definition/build';
import { MOST_METRICS, MOST_PEOPLE } from '../../definition/limits';
import type { JsonSchema } from '../../definition/json-schema';
import { COLUMN_CONSTRAINTS, TABLE_CONSTRAINT_TYPES } from '../../definition/closed-lists';
import { ownFqn, partName } from './common';

const COLUMN: Readonly<Record<string, JsonSchema>> = {
  name: partName,
  displayName: text,
  dataType: columnDataType,
  arrayDataType: columnDataType,
  dataLength: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  precision: { type: 'integer', minimum: 0, maximum: 100_000 },
  scale: { type: 'integer', minimum: -100_000, maximum: 100_000 },
  dataTypeDisplay: longText,
  description: longText,
  fullyQualifiedName: ownFqn,
  tags: labels,
  constraint: { type: 'string', anyCase: COLUMN_CONSTRAINTS },
  ordinalPosition: integer,
  jsonSchema: code,
  profile: openObject,
  customMetrics: array(part('CustomMetric'), MOST_METRICS),
  extension: openObject,
};

/** Constraints that a contract promises of a column. */
const PROMISED_CONSTRAINTS = COLUMN_CONSTRAINTS.filter((word) => word !== 'NULL');

/** Columns, and the structures of tables and containers that refer to them. */
export const COLUMN_PARTS: Record<string, JsonSchema> = {
  Column: closed({ ...COLUMN, children: array(part('Column')) }, ['name', 'dataType']),
  ContractColumn: closed(
    {
      ...COLUMN,
      constraints: {
        ...array({ type: 'string', anyCase: PROMISED_CONSTRAINTS }, PROMISED_CONSTRAINTS.length),
        description:
          'All constraints of the column, where it has several; `constraint` is the strongest. PRIMARY_KEY implies NOT_NULL.',
      },
      children: array(part('ContractColumn')),
    },
    ['name', 'dataType'],
  ),
  CustomMetric: closed(
    {
      id: { type: 'string', format: 'uuid' },
      name: { type: 'string', minLength: 1, maxLength: LONGEST_NAME },
      description: text,
      columnName: text,
      expression: text,
      owners: array(part('EntityReference'), MOST_PEOPLE),
      updatedAt: integer,
      updatedBy: text,
    },
    ['name', 'expression'],
  ),
  TableConstraint: closed({
    constraintType: { type: 'string', anyCase: TABLE_CONSTRAINT_TYPES },
    columns: array(text),
    referredColumns: array(text),
    relationshipType: oneOf('ONE_TO_ONE', 'ONE_TO_MANY', 'MANY_TO_ONE', 'MANY_TO_MANY'),
  }),
  TablePartition: closed({ columns: array(part('PartitionColumnDetails')) }),
  PartitionColumnDetails: closed({
    columnName: text,
    intervalType: oneOf('TIME-UNIT', 'INTEGER-RANGE', 'INGESTION-TIME', 'COLUMN-VALUE', 'INJECTED', 'ENUM', 'OTHER'),
    interval: text,
  }),
  CompressionStrategy: closed({
    compressionType: oneOf('AUTOMATIC', 'MANUAL', 'POLICY_BASED'),
    segmentColumns: array(text),
    orderColumns: array(text),
    compressionLevel: integer,
  }),
  DataModel: closed(
    {
      modelType: oneOf('DBT', 'DDL'),
      resourceType: text,
      dbtSourceProject: text,
      description: longText,
      path: text,
      rawSql: code,
      sql: code,
      upstream: array(text),
      owners: array(part('EntityReference'), MOST_PEOPLE),
      tags: labels,
      columns: array(part('Column')),
      generatedAt: text,
    },
    ['modelType'],
  ),
  ContainerDataModel: closed({ isPartitioned: boolean, columns: array(part('Column')) }, ['columns']),
  StoredProcedureCode: closed({ language: oneOf('SQL', 'Java', 'JavaScript', 'Python', 'External'), code: code }),
};
