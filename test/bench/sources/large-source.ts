import { randomBytes } from 'node:crypto';
import type { Client } from 'pg';
import type { BenchDatabase } from '../stack/bench-database';
import { withClient } from '../stack/with-stack';

/** Tables made in one transaction: each holds locks until its end. */
const BLOCK = 500;
const SCHEMAS = 10;
const COLUMNS = 20;

/** A database beside the catalog's own, on the same server, that a role of its own owns. */
export interface LargeSource {
  /** `connection.config` of a service that stands for it. */
  readonly config: Readonly<Record<string, unknown>>;
  readonly database: string;
  /** As the owner of the tables. */
  readonly url: string;
}

/** The two last of the columns are a text and a time; the others numbers. */
const column = (at: number): string => {
  if (at === 0) return 'id bigint primary key';
  if (at === COLUMNS - 1) return 'at timestamptz not null';
  if (at === COLUMNS - 2) return 'note varchar(200)';
  return at % 2 ? `n${at} integer` : `d${at} numeric(12,2)`;
};

/** Makes tables of 20 columns, empty, in ten schemas. */
export async function makeSource({ administratorUrl }: BenchDatabase, tables: number): Promise<LargeSource> {
  const [name, password] = [`source_${randomBytes(3).toString('hex')}`, randomBytes(12).toString('hex')];
  await withClient(administratorUrl, async (client) => {
    await client.query(`create role ${name} login password '${password}'`);
    await client.query(`create database ${name} owner ${name}`);
  });
  const url = new URL(administratorUrl);
  const hostPort = url.host;
  Object.assign(url, { username: name, password, pathname: `/${name}` });
  await withClient(url.href, (client) => makeTables(client, tables));
  const config = { type: 'Postgres', hostPort, username: name, authType: { password }, database: name };
  return { config: { ...config, sslMode: 'disable' }, database: name, url: url.href };
}

async function makeTables(client: Client, tables: number): Promise<void> {
  const columns = Array.from({ length: COLUMNS }, (_, at) => column(at)).join(', ');
  for (let schema = 0; schema < SCHEMAS; schema++) await client.query(`create schema s${schema}`);
  for (let from = 0; from < tables; from += BLOCK) {
    const block = Array.from({ length: Math.min(BLOCK, tables - from) }, (_, at) => from + at);
    await client.query(block.map((at) => `create table s${at % SCHEMAS}.t${at} (${columns})`).join(';'));
  }
}

/** Fills a table with rows that differ. */
export async function fillTable(client: Client, table: string, rows: number): Promise<void> {
  const values = Array.from({ length: COLUMNS }, (_, at) => {
    if (at === 0) return 'i';
    if (at === COLUMNS - 1) return `now() - i * interval '1 s'`;
    if (at === COLUMNS - 2) return `'note ' || i % 1000`;
    return at % 2 ? `case when i % 10 = 0 then null else i % ${at * 50} end` : `i * ${at} / 100.0`;
  });
  await client.query(`insert into ${table} select ${values.join(', ')} from generate_series(1, ${rows}) i`);
  await client.query(`analyze ${table}`);
}
