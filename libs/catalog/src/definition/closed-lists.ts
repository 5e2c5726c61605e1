/** Closed lists of the API. Data types and constraints are accepted in any letter case and stored as spelled here. */

export const COLUMN_DATA_TYPES = (
  'AGG_STATE AGGREGATEFUNCTION ARRAY BIGINT BINARY BIT BITMAP BLOB BOOLEAN BYTEA BYTEINT BYTES CIDR CHAR CLOB DATE DATETIME ' +
  'DATETIMERANGE DECIMAL DOUBLE ENUM ERROR FIXED FLOAT GEOGRAPHY GEOMETRY HEIRARCHY HIERARCHYID HLL HLLSKETCH IMAGE INET INT ' +
  'INTERVAL IPV4 IPV6 JSON KPI LARGEINT LONG LONGBLOB LOWCARDINALITY MACADDR MAP MEASURE MEDIUMBLOB MEDIUMTEXT MONEY NTEXT ' +
  'NULL NUMBER NUMERIC PG_LSN PG_SNAPSHOT POINT POLYGON QUANTILE_STATE RECORD ROWID SET SMALLINT SPATIAL STRING STRUCT SUPER ' +
  'TABLE TEXT TIME TIMESTAMP TIMESTAMPZ TINYINT TSQUERY TSVECTOR TUPLE TXID_SNAPSHOT UUID UINT UNION UNKNOWN VARBINARY ' +
  'VARCHAR VARIANT XML YEAR'
)
  .split(' ')
  .concat('MEASURE HIDDEN', 'MEASURE VISIBLE');

export const COLUMN_CONSTRAINTS = ['NULL', 'NOT_NULL', 'UNIQUE', 'PRIMARY_KEY'];

export const TABLE_CONSTRAINT_TYPES = ['UNIQUE', 'PRIMARY_KEY', 'FOREIGN_KEY', 'SORT_KEY', 'DIST_KEY', 'CLUSTER_KEY'];

export const TABLE_TYPES =
  'Regular External View SecureView MaterializedView Iceberg Local Partitioned Foreign Transient Dynamic Stream Stage'.split(
    ' ',
  );

/** The platforms that run tests. */
export const TEST_PLATFORMS = ['OpenMetadata', 'GreatExpectations', 'dbt', 'Deequ', 'Soda', 'Other'];

/** The dimensions that a test is about. */
export const QUALITY_DIMENSIONS = [
  'Completeness',
  'Accuracy',
  'Consistency',
  'Validity',
  'Uniqueness',
  'Integrity',
  'SQL',
  'NoDimension',
];
