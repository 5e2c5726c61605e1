-- The kinds of tests that OpenMetadata's test runner knows: its configurations name them and expect them to be there; behind them those of our own.
-- May be applied again: what is there stays.
with kind (numbers, texts, times, others) as (
  select '["NUMBER", "NUMERIC", "INT", "LONG", "FLOAT", "DOUBLE", "DECIMAL", "TINYINT", "SMALLINT", "BIGINT", "BYTEINT"]'::jsonb,
         '["BYTES", "STRING", "MEDIUMTEXT", "NTEXT", "TEXT", "CHAR", "VARCHAR"]'::jsonb,
         '["TIMESTAMP", "TIMESTAMPZ", "DATETIME", "DATE"]'::jsonb,
         -- Beside those: what can be null, and be told from another value.
         '["ARRAY", "BINARY", "BIT", "BOOLEAN", "BYTEA", "CIDR", "ENUM", "GEOGRAPHY", "GEOMETRY", "INET", "INTERVAL", "IPV4", "IPV6", "JSON",
           "LARGEINT", "MACADDR", "MAP", "MONEY", "POINT", "RECORD", "STRUCT", "SUPER", "TIME", "UINT", "UUID", "VARBINARY", "VARIANT", "XML",
           "YEAR"]'::jsonb
),
-- counts_rows: it can say how many rows pass. data_types: of the columns that it is for. services: that it can be run on; null: all.
definition as (
  select d.*
    from kind k
   cross join lateral (values
      ('columnValueLengthsToBeBetween', 'The lengths of the values are within bounds', 'Accuracy', true, k.texts || '["ARRAY"]', null::jsonb),
      ('columnValueMaxToBeBetween', 'The maximum of the column''s values is within bounds', 'Accuracy', false, k.numbers, null),
      ('columnValueMeanToBeBetween', 'The mean of the column''s values is within bounds', 'Accuracy', false, k.numbers, null),
      ('columnValueMedianToBeBetween', 'The median of the column''s values is within bounds', 'Accuracy', false, k.numbers, null),
      ('columnValueMinToBeBetween', 'The minimum of the column''s values is within bounds', 'Accuracy', false, k.numbers, null),
      ('columnValueStdDevToBeBetween', 'The standard deviation of the column''s values is within bounds', 'Accuracy', false, k.numbers, null),
      ('columnValuesSumToBeBetween', 'The sum of the column''s values is within bounds', 'Accuracy', false, k.numbers, null),
      ('columnValuesMissingCount', 'As many values are missing as are expected to be', 'Completeness', false,
       k.numbers || k.texts || k.times || k.others, null),
      ('columnValuesToBeAtExpectedLocation', 'The values name places that lie where their coordinates say', 'Accuracy', true,
       k.numbers || k.texts, null),
      ('columnValuesToBeBetween', 'The values are within bounds', 'Accuracy', true, k.numbers || k.times, null),
      ('columnValuesToBeInSet', 'Every value is one of those allowed', 'Validity', true, k.numbers || k.texts || '["BOOLEAN", "ENUM"]', null),
      ('columnValuesToBeNotInSet', 'No value is one of those forbidden', 'Validity', true, k.numbers || k.texts || '["BOOLEAN", "ENUM"]', null),
      ('columnValuesToBeNotNull', 'No value is null', 'Completeness', true, k.numbers || k.texts || k.times || k.others, null),
      ('columnValuesToBeUnique', 'No value comes twice', 'Uniqueness', true, k.numbers || k.texts || k.times || k.others, null),
      ('columnValuesToExistIn', 'Every value that is not NULL is one of a column of another table of the same source', 'Integrity', true,
       k.numbers || k.texts || k.times || '["BOOLEAN", "ENUM", "TIME", "UUID"]', null),
      ('columnValuesToMatchRegex', 'Every value matches a regular expression', 'Validity', true, k.texts, null),
      ('columnValuesToNotMatchRegex', 'No value matches a regular expression', 'Validity', true, k.texts, null),
      ('tableColumnCountToBeBetween', 'The number of columns is within bounds', 'Integrity', false, null, null),
      ('tableColumnCountToEqual', 'The table has that many columns', 'Integrity', false, null, null),
      ('tableColumnNameToExist', 'The table has a column of that name', 'Integrity', false, null, null),
      ('tableColumnToMatchSet', 'The table has these columns and no others', 'Integrity', false, null, null),
      ('tableColumnsToBeUnique', 'No combination of values of these columns comes twice', 'Uniqueness', true, null, null),
      ('tableCustomSQLQuery', 'What a query of your own finds is within a threshold', 'SQL', true, null, null),
      ('tableDiff', 'The table has the same rows as another one, but for as many as a threshold allows', 'Consistency', false, null,
       '["Snowflake", "BigQuery", "Athena", "Redshift", "Postgres", "Mysql", "Mssql", "Oracle", "Trino"]'),
      ('tableRowCountToBeBetween', 'The number of rows is within bounds', 'Integrity', false, null, null),
      ('tableRowCountToEqual', 'The table has that many rows', 'Integrity', false, null, null),
      ('tableRowInsertedCountToBeBetween', 'The number of rows that came within a time is within bounds', 'Integrity', false, null, null)
    ) d (name, does, dimension, counts_rows, data_types, services)
),
parameter (definition, place, name, data_type, required, meaning) as (
  values
    ('columnValueLengthsToBeBetween', 1, 'minLength', 'INT', false, 'The least allowed; no lower bound where it is left out'),
    ('columnValueLengthsToBeBetween', 2, 'maxLength', 'INT', false, 'The most allowed; no upper bound where it is left out'),
    ('columnValueMaxToBeBetween', 1, 'minValueForMaxInCol', 'INT', false, 'The least allowed; no lower bound where it is left out'),
    ('columnValueMaxToBeBetween', 2, 'maxValueForMaxInCol', 'INT', false, 'The most allowed; no upper bound where it is left out'),
    ('columnValueMeanToBeBetween', 1, 'minValueForMeanInCol', 'INT', false, 'The least allowed; no lower bound where it is left out'),
    ('columnValueMeanToBeBetween', 2, 'maxValueForMeanInCol', 'INT', false, 'The most allowed; no upper bound where it is left out'),
    ('columnValueMedianToBeBetween', 1, 'minValueForMedianInCol', 'INT', false, 'The least allowed; no lower bound where it is left out'),
    ('columnValueMedianToBeBetween', 2, 'maxValueForMedianInCol', 'INT', false, 'The most allowed; no upper bound where it is left out'),
    ('columnValueMinToBeBetween', 1, 'minValueForMinInCol', 'INT', false, 'The least allowed; no lower bound where it is left out'),
    ('columnValueMinToBeBetween', 2, 'maxValueForMinInCol', 'INT', false, 'The most allowed; no upper bound where it is left out'),
    ('columnValueStdDevToBeBetween', 1, 'minValueForStdDevInCol', 'INT', false, 'The least allowed; no lower bound where it is left out'),
    ('columnValueStdDevToBeBetween', 2, 'maxValueForStdDevInCol', 'INT', false, 'The most allowed; no upper bound where it is left out'),
    ('columnValuesSumToBeBetween', 1, 'minValueForColSum', 'INT', false, 'The least allowed; no lower bound where it is left out'),
    ('columnValuesSumToBeBetween', 2, 'maxValueForColSum', 'INT', false, 'The most allowed; no upper bound where it is left out'),
    ('columnValuesMissingCount', 1, 'missingCountValue', 'INT', true, 'The expected number of missing values'),
    ('columnValuesMissingCount', 2, 'missingValueMatch', 'STRING', false, 'Values that count as missing beside null, separated by commas'),
    ('columnValuesToBeAtExpectedLocation', 1, 'locationReferenceType', 'SET', true, 'What the values name: CITY or POSTAL_CODE'),
    ('columnValuesToBeAtExpectedLocation', 2, 'longitudeColumnName', 'STRING', true, 'The column that has the longitude'),
    ('columnValuesToBeAtExpectedLocation', 3, 'latitudeColumnName', 'STRING', true, 'The column that has the latitude'),
    ('columnValuesToBeAtExpectedLocation', 4, 'radius', 'FLOAT', true, 'How far from the place the coordinates may lie, in metres'),
    ('columnValuesToBeBetween', 1, 'minValue', 'INT', false, 'The least allowed; no lower bound where it is left out'),
    ('columnValuesToBeBetween', 2, 'maxValue', 'INT', false, 'The most allowed; no upper bound where it is left out'),
    ('columnValuesToBeInSet', 1, 'allowedValues', 'ARRAY', true, 'The values that are allowed'),
    ('columnValuesToBeInSet', 2, 'matchEnum', 'BOOLEAN', false, 'Each value by itself has to be one of them'),
    ('columnValuesToBeNotInSet', 1, 'forbiddenValues', 'ARRAY', true, 'The values that are forbidden'),
    ('columnValuesToMatchRegex', 1, 'regex', 'STRING', true, 'The regular expression, in the dialect of the database'),
    ('columnValuesToNotMatchRegex', 1, 'forbiddenRegex', 'STRING', true, 'The regular expression, in the dialect of the database'),
    ('tableColumnCountToBeBetween', 1, 'minColValue', 'INT', false, 'The least allowed; no lower bound where it is left out'),
    ('tableColumnCountToBeBetween', 2, 'maxColValue', 'INT', false, 'The most allowed; no upper bound where it is left out'),
    ('tableColumnCountToEqual', 1, 'columnCount', 'INT', true, 'The expected number of columns'),
    ('tableColumnNameToExist', 1, 'columnName', 'STRING', true, 'The name of the column'),
    ('tableColumnToMatchSet', 1, 'columnNames', 'STRING', true, 'The names of the columns, separated by commas'),
    ('tableColumnToMatchSet', 2, 'ordered', 'BOOLEAN', false, 'They have to be in this order'),
    ('tableCustomSQLQuery', 1, 'sqlExpression', 'STRING', true, 'The query; it is run on the database of the table'),
    ('tableCustomSQLQuery', 2, 'strategy', 'ARRAY', false, 'ROWS: the rows that it gives are counted; COUNT: it gives a count'),
    ('tableCustomSQLQuery', 3, 'operator', 'STRING', false, 'How the number is compared with the threshold: ==, >, >=, <, <= or !='),
    ('tableCustomSQLQuery', 4, 'threshold', 'NUMBER', false, 'What the number is compared with; 0 where it is left out'),
    ('tableCustomSQLQuery', 5, 'partitionExpression', 'STRING', false, 'A condition on the rows that are looked at'),
    ('columnValuesToExistIn', 1, 'table', 'STRING', true, 'The other table: its name, schema.table, or its FQN'),
    ('columnValuesToExistIn', 2, 'column', 'STRING', true, 'The column of the other table that has the values'),
    ('tableColumnsToBeUnique', 1, 'columnNames', 'STRING', true, 'The columns, separated by commas'),
    ('tableDiff', 1, 'keyColumns', 'ARRAY', false, 'The columns that tell a row; the primary key where they are left out'),
    ('tableDiff', 2, 'table2', 'STRING', true, 'FQN of the other table'),
    ('tableDiff', 3, 'table2.keyColumns', 'ARRAY', false, 'The columns that tell a row of the other table'),
    ('tableDiff', 4, 'threshold', 'NUMBER', false, 'How many rows may differ; 0 where it is left out'),
    ('tableDiff', 5, 'useColumns', 'ARRAY', false, 'The columns that are compared; all where they are left out'),
    ('tableDiff', 6, 'where', 'STRING', false, 'A condition on the rows that are compared'),
    ('tableDiff', 7, 'caseSensitiveColumns', 'BOOLEAN', false, 'Names of columns are compared with their case'),
    ('tableRowCountToBeBetween', 1, 'minValue', 'INT', false, 'The least allowed; no lower bound where it is left out'),
    ('tableRowCountToBeBetween', 2, 'maxValue', 'INT', false, 'The most allowed; no upper bound where it is left out'),
    ('tableRowCountToEqual', 1, 'value', 'INT', true, 'The expected number of rows'),
    ('tableRowInsertedCountToBeBetween', 1, 'min', 'INT', false, 'The least allowed; no lower bound where it is left out'),
    ('tableRowInsertedCountToBeBetween', 2, 'max', 'INT', false, 'The most allowed; no upper bound where it is left out'),
    ('tableRowInsertedCountToBeBetween', 3, 'columnName', 'STRING', true, 'The column that says when a row came'),
    ('tableRowInsertedCountToBeBetween', 4, 'rangeType', 'STRING', true, 'The unit of the time: HOUR, DAY, MONTH or YEAR'),
    ('tableRowInsertedCountToBeBetween', 5, 'rangeInterval', 'INT', true, 'How many units back are looked at')
)
insert into entity (id, type, name, fqn, version, updated_at, updated_by, body, details)
select md5('testDefinition ' || d.name)::uuid, 'testDefinition', d.name, d.name, 1, (extract(epoch from now()) * 1000)::bigint, 'system',
       jsonb_strip_nulls(jsonb_build_object(
         'description', d.does,
         'entityType', case when d.name like 'column%' then 'COLUMN' else 'TABLE' end,
         'testPlatforms', '["OpenMetadata"]'::jsonb,
         'dataQualityDimension', d.dimension,
         'provider', 'system',
         'enabled', true,
         'supportedDataTypes', d.data_types,
         'parameterDefinition', (
           select jsonb_agg(jsonb_build_object('name', p.name, 'dataType', p.data_type, 'description', p.meaning, 'required', p.required)
                            order by p.place)
             from parameter p where p.definition = d.name))),
       jsonb_strip_nulls(jsonb_build_object(
         'validatorClass', upper(left(d.name, 1)) || substr(d.name, 2) || 'Validator',
         'supportsRowLevelPassedFailed', d.counts_rows,
         'supportedServices', d.services))
  from definition d
    on conflict do nothing;
