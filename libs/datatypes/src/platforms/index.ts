import { EXACT_NAMES, NAME_CASES } from '../names/name-cases';
import { byWord, type Platform, type PlatformData } from './platform';
import { CLICKHOUSE } from './engines/clickhouse';
import { DORIS } from './engines/doris';
import { DUCK_DB } from './engines/duck-db';
import { HIVE } from './engines/hive';
import { ICEBERG } from './engines/iceberg';
import { TRINO } from './engines/trino';
import { ARROW } from './formats/arrow';
import { AVRO } from './formats/avro';
import { JSON_SCHEMA } from './formats/json-schema';
import { PROTOBUF } from './formats/protobuf';
import { PORTABLE } from './portable';
import { COCKROACH } from './servers/cockroach';
import { DB2 } from './servers/db2';
import { MARIA_DB } from './servers/maria-db';
import { MSSQL } from './servers/mssql';
import { MYSQL } from './servers/mysql';
import { ORACLE } from './servers/oracle';
import { POSTGRES } from './servers/postgres';
import { SAP_HANA } from './servers/sap-hana';
import { SQLITE } from './servers/sqlite';
import { BIG_QUERY } from './warehouses/big-query';
import { DATABRICKS } from './warehouses/databricks';
import { EXASOL } from './warehouses/exasol';
import { REDSHIFT } from './warehouses/redshift';
import { SNOWFLAKE } from './warehouses/snowflake';
import { TERADATA } from './warehouses/teradata';
import { VERTICA } from './warehouses/vertica';

/** Every platform with words of its own. */
export const PLATFORM_DATA: readonly PlatformData[] = [
  ...[SNOWFLAKE, BIG_QUERY, REDSHIFT, DATABRICKS, VERTICA, TERADATA, EXASOL],
  ...[POSTGRES, COCKROACH, MYSQL, MARIA_DB, MSSQL, ORACLE, DB2, SAP_HANA, SQLITE],
  ...[HIVE, TRINO, ICEBERG, DUCK_DB, CLICKHOUSE, DORIS],
  ...[AVRO, PROTOBUF, JSON_SCHEMA, ARROW],
];

const PORTABLE_WORDS = byWord(PORTABLE);

const PORTABLE_DATA: PlatformData = { serviceTypes: {}, words: [], cases: [] };

const PORTABLE_PLATFORM = ready(PORTABLE_DATA);

/** Those with rules for names alone have the portable words. */
const BY_SERVICE_TYPE: ReadonlyMap<string, Platform> = new Map([
  ...[...NAME_CASES.keys()].map((type) => [type.toLowerCase(), ready(PORTABLE_DATA, type, type)] as const),
  ...PLATFORM_DATA.flatMap((data) =>
    Object.entries(data.serviceTypes).map(([type, shown]) => [type.toLowerCase(), ready(data, type, shown)] as const),
  ),
]);

/** The platform of a serviceType, in any case; the portable table alone for an unknown one, and for none. */
export function platformOf(serviceType?: string): Platform {
  return BY_SERVICE_TYPE.get(serviceType?.toLowerCase() ?? '') ?? PORTABLE_PLATFORM;
}

/** @throws {Error} if the data is broken: when it is loaded, not in a run */
function ready(
  { words, promised, withoutDisplay, wholeWords, ...rest }: PlatformData,
  serviceType?: string,
  shownName?: string,
): Platform {
  const own = byWord(words);
  return {
    ...rest,
    ...(shownName !== undefined && { shownName }),
    names: NAME_CASES.get(serviceType ?? '') ?? EXACT_NAMES,
    words: new Map([...PORTABLE_WORDS, ...own]),
    ownWords: new Set(own.keys()),
    promised: byWord(promised ?? []),
    withoutDisplay: byWord(withoutDisplay ?? []),
    wholeWords: byWord(wholeWords ?? []),
  };
}
