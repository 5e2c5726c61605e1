import { randomUUID } from 'node:crypto';
import { JSON_TYPE } from '../results/made-result';
import { requestBytes } from '../load/asker';
import type { Work } from '../load/ask-for';
import { MODEL_NAME, SERVICE } from './floor-statements';

/** Tables that are written again; with the slices' order each is hit at most once at a time. */
export const TABLES = 400;
export const SCHEMA_FQN = `${SERVICE}.bench.public`;

export const COLUMNS = Array.from({ length: 20 }, (_, at) => ({
  name: `measure_${String(at + 1).padStart(2, '0')}`,
  dataType: at % 2 === 0 ? 'BIGINT' : 'TIMESTAMP',
  description: `What a reader may rely on in column ${at + 1}`,
}));

export const tableName = (n: number): string => `${MODEL_NAME}${n}`;
const tableBody = (name: string, description: string): string =>
  JSON.stringify({ name, databaseSchema: SCHEMA_FQN, columns: COLUMNS, description });

/** What is written over and over, and how each side is asked for it. */
export interface WriteKind {
  readonly what: string;
  /** Number of the workload. */
  readonly workload: 'W11' | 'W15';
  readonly connections: readonly number[];
  /** product ÷ floor that we aim at. */
  readonly target: number;
  readonly product: (n: number) => AskedWrite;
  /** Path of the floor, and the body where it is not the product's. */
  readonly floor: (n: number) => { readonly path: string; readonly body?: string };
  /** Whether each request makes a table of its own. */
  readonly creates: boolean;
}

export interface AskedWrite {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly type?: string;
}

const FIRST = 'as it was made';
const rewritten = (n: number): string => tableName(n % TABLES);

/** @param ids of the tables, by their numbers */
export function writeKinds(ids: readonly string[]): WriteKind[] {
  const ends = (n: number): [string, string] => [
    ids[n % TABLES] as string,
    ids[(n + 1 + (Math.floor(n / TABLES) % (TABLES - 1))) % TABLES] as string,
  ];
  return [
    {
      what: 'a table is created',
      workload: 'W11',
      connections: [1, 8],
      target: 0.5,
      creates: true,
      product: (n) => {
        const name = `new${MODEL_NAME}${n}`;
        return { method: 'POST', path: '/api/v1/tables', body: tableBody(name, FIRST) };
      },
      floor: () => ({ path: '/create' }),
    },
    {
      what: 'PUT of a table that changes nothing',
      workload: 'W11',
      connections: [1, 8],
      target: 0.5,
      creates: false,
      product: (n) => {
        const name = rewritten(n);
        return { method: 'PUT', path: '/api/v1/tables', body: tableBody(name, FIRST) };
      },
      floor: () => ({ path: '/unchanged' }),
    },
    {
      what: 'PUT of a table that changes its description',
      workload: 'W11',
      connections: [1, 8],
      target: 0.5,
      creates: false,
      product: (n) => {
        const description = `as of heron ${n % 97}`;
        const body = tableBody(rewritten(n), description);
        return { method: 'PUT', path: '/api/v1/tables', body };
      },
      floor: () => ({ path: '/changed' }),
    },
    {
      what: 'PATCH of a table that changes its description',
      workload: 'W11',
      connections: [1, 8],
      target: 0.5,
      creates: false,
      product: (n) => {
        const description = `as of egret ${n % 97}`;
        const body = JSON.stringify([{ op: 'add', path: '/description', value: description }]);
        const path = `/api/v1/tables/${ids[n % TABLES]}`;
        return { method: 'PATCH', path, body, type: 'application/json-patch+json' };
      },
      floor: (n) => ({ path: '/changed', body: tableBody(rewritten(n), `as of egret ${n % 97}`) }),
    },
    {
      what: 'an edge is written',
      workload: 'W15',
      connections: [1, 4],
      target: 0.7,
      creates: false,
      product: (n) => {
        const [from, to] = ends(n);
        const edge = { fromEntity: { id: from, type: 'table' }, toEntity: { id: to, type: 'table' } };
        return { method: 'PUT', path: '/api/v1/lineage', body: JSON.stringify({ edge }) };
      },
      floor: () => ({ path: '/edge' }),
    },
    {
      what: 'an OpenLineage event of three datasets',
      workload: 'W15',
      connections: [1, 4],
      target: 0.7,
      creates: false,
      product: (n) => ({ method: 'POST', path: '/api/v1/openlineage/lineage', body: eventBody(n) }),
      floor: (n) => ({ path: '/event', body: eventBody(n) }),
    },
  ];
}

/** They run again and again. */
const JOBS = 10;
const PRODUCER = 'https://example.org/bench';
const NAMESPACE = 'postgres://db.example.org:5432';

/** Two inputs and an output, which the mapping of the namespace leads to tables. */
function eventBody(n: number): string {
  const dataset = (at: number): object => ({ namespace: NAMESPACE, name: `bench.public.${tableName(at % TABLES)}` });
  return JSON.stringify({
    eventType: 'COMPLETE',
    eventTime: new Date(1.7e12 + n).toISOString(),
    producer: PRODUCER,
    schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent',
    run: { runId: randomUUID() },
    job: { namespace: 'bench', name: `job ${n % JOBS}` },
    inputs: [dataset(n), dataset(n + 1)],
    outputs: [dataset(n + 2 + (Math.floor(n / TABLES) % (TABLES - 3)))],
  });
}

/** Paths and bodies for a side, from a number on; what is wrong with an answer. */
export function workOf(kind: WriteKind, side: 'product' | 'floor', token: string, from: number): Work {
  let n = from;
  return {
    next: () => {
      const asked = kind.product(n);
      const other = side === 'floor' ? kind.floor(n) : undefined;
      n++;
      const headers: Record<string, string> = other ? {} : { Authorization: `Bearer ${token}` };
      const { path, body = asked.body } = other ?? asked;
      return requestBytes(other ? 'POST' : asked.method, path, headers, { type: asked.type ?? JSON_TYPE, text: body });
    },
    fault: ({ status, body }) =>
      status === 200 || status === 201
        ? undefined
        : `${side}, ${kind.what}: ${status} ${body.toString().slice(0, 300)}`,
  };
}
