import type { Engine } from '../engine';
import { MYSQL_FIELDS, type MysqlConfig, readMysqlConfig } from './mysql-config';
import { MYSQL } from './mysql-dialect';
import { explainMysql } from './mysql-explain';
import { introspectMysql } from './mysql-introspect';
import { MysqlSession } from './mysql-session';

/** Which of the two servers it is, the session finds out: services of one type are pointed at the other. */
export const mysqlEngine: Engine<MysqlConfig> = {
  name: 'mysql',
  driver: 'mysql2',
  serviceTypes: ['Mysql', 'MariaDB', 'SingleStore'],
  dialect: MYSQL,
  typeWords: { dec: 'DECIMAL', wall: 'DATETIME', instant: 'TIMESTAMP' },
  hasReadOnlyMode: true,
  schemes: { mysql: 'Mysql', mariadb: 'MariaDB', singlestore: 'SingleStore' },
  fields: MYSQL_FIELDS,
  readConfig: readMysqlConfig,
  connect: (config, context) => MysqlSession.open(config, context),
  databases: (_session, config) => Promise.resolve([config]),
  databaseName: ({ databaseName }) => databaseName,
  introspect: introspectMysql,
  explain: explainMysql,
};
