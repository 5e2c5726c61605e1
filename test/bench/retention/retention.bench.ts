import type { Client } from 'pg';
import type { Bench, BenchOptions, BenchReport } from '../bench';
import { seedContracts, seededContract } from '../contract-read/dataset';
import { makeModel } from '../contract-read/model-contract';
import { LoadGenerator } from '../load/load-generator';
import type { Slice } from '../load/load-message';
import { residentMb } from '../measure/process-cost';
import { makeHistory, type History } from '../results/history';
import type { BenchApi } from '../stack/bench-api';
import type { BenchDatabase } from '../stack/bench-database';
import { leaveOutOfSearch, withApi, withClient, withDatabase } from '../stack/with-stack';
import { LockProbe } from './lock-probe';
import { report, type DeletedPart } from './retention-report';

interface Size {
  readonly history: number;
  readonly parts: number;
  readonly sliceMs: number;
}

const FULL: Size = { history: 1_000_000, parts: 9, sliceMs: 2_000 };
const QUICK: Size = { history: 18_000, parts: 3, sliceMs: 300 };

/** Of the history what stays. */
const KEPT = 0.1;
const CONTRACTS = 100;
/** Readers meanwhile: far below what the service can do alone. */
const RATE = 200;
const CONNECTIONS = 4;
const TARGET = 'readers';

/** W9: most of a long history deleted, while others read and write. */
export const retention: Bench = {
  name: 'retention',
  workloads: ['W9'],
  run: (options) =>
    withDatabase((database) => withClient(database.url, (client) => onDatabase(database, client, options))),
};

async function onDatabase(database: BenchDatabase, client: Client, { quick, log }: BenchOptions): Promise<BenchReport> {
  const size = quick ? QUICK : FULL;
  return withApi(database, async (api) => {
    await makeModel(api.client);
    await seedContracts(database.url, CONTRACTS);
    await leaveOutOfSearch(database.url);
    log(`seeding ${size.history} results`);
    const history = await makeHistory(client, size.history);
    const restMb = residentMb(api.pid);
    const parts = await deleteInParts(database, api, history, size, log);
    const faults = await leftFaults(client, api, history);
    return report({ quick, history: history.count, rate: RATE, parts, restMb, endMb: residentMb(api.pid), faults });
  });
}

/** Readers alone, then beside the deletion of a part; and so on. */
async function deleteInParts(
  { url }: BenchDatabase,
  api: BenchApi,
  history: History,
  { parts, sliceMs }: Size,
  log: (line: string) => void,
): Promise<DeletedPart[]> {
  const generator = await LoadGenerator.start();
  const probe = await LockProbe.open(url, history.contractId);
  const read = (): Promise<Slice> =>
    generator.run({ target: TARGET, connections: CONNECTIONS, ms: sliceMs, rate: RATE });
  const deleted: DeletedPart[] = [];
  try {
    const headers = { Authorization: `Bearer ${api.client.token}` };
    await generator.prepare(TARGET, { port: api.port, headers, requests: readerRequests(history) });
    await read();
    for (let part = 1; part <= parts; part++) {
      const expected = partSize(history, part, parts);
      const alone = await probe.during(read);
      const both = await probe.during(() => Promise.all([read(), deletePart(api, history, part, parts)]));
      const [beside, { count, ms }] = both.result;
      deleted.push({
        expected,
        count,
        ms,
        alone: alone.result,
        beside,
        waitsAlone: alone.waits,
        waitsBeside: both.waits,
      });
      log(`part ${part} of ${parts}: ${count} in ${ms.toFixed(0)} ms`);
    }
    return deleted;
  } finally {
    generator.stop();
    await probe.close();
  }
}

/** The list and the newest of the contract that is cleared, and others' documents. */
function readerRequests({ contractId }: History): { path: string; expects: string; conditional: boolean }[] {
  const root = '/api/v1/dataContracts';
  return Array.from({ length: CONTRACTS }, (_, at) => {
    const { id } = seededContract(at + 1);
    const paths = [
      `${root}/${contractId}/results?limit=10`,
      `${root}/${contractId}/results/latest`,
      `${root}/${id}`,
      `${root}/${id}/results`,
    ];
    const expects = ['"total":', '"contractExecutionStatus":', `"id":"${id}"`, '"data":[{'];
    return { path: paths[at % 4] as string, expects: expects[at % 4] as string, conditional: false };
  });
}

const place = ({ count }: History, part: number, parts: number): number =>
  Math.floor((count * (1 - KEPT) * part) / parts);

function partSize(history: History, part: number, parts: number): number {
  return place(history, part, parts) - place(history, part - 1, parts);
}

async function deletePart(
  api: BenchApi,
  history: History,
  part: number,
  parts: number,
): Promise<{ count: number; ms: number }> {
  const before = history.start + place(history, part, parts) * history.stepMs;
  const start = performance.now();
  const path = `/dataContracts/${history.contractId}/results/before/${before}`;
  const { deleted } = await api.client.must<{ deleted: number }>('DELETE', path);
  return { count: deleted, ms: performance.now() - start };
}

/** What is left is what should be, in the table, in the counts and in the answer. */
async function leftFaults(client: Client, api: BenchApi, { contractId, count }: History): Promise<string[]> {
  const left = count - Math.floor(count * (1 - KEPT));
  const { rows } = await client.query<{ stored: string; counted: string }>(
    `select (select count(*) from contract_result where contract = e.node) as stored,
            (select sum(n) from contract_result_count where contract = e.node) as counted from entity e where id = $1`,
    [contractId],
  );
  const { paging } = await api.client.must<{ paging: { total: number } }>(
    'GET',
    `/dataContracts/${contractId}/results?limit=0`,
  );
  const found = [Number(rows[0]?.stored), Number(rows[0]?.counted), paging.total];
  return found.every((each) => each === left)
    ? []
    : [`${left} results should be left; stored, counted, told: ${found.join(', ')}`];
}
