import { seededContract, seededTable } from '../contract-read/dataset';
import { SCHEMA_FQN } from '../contract-read/model-contract';
import { apiRequests } from '../load/asker';
import { seededRandom } from '../measure/random';
import { ResultSource } from '../results/made-result';
import type { History } from '../results/history';
import { WORDS } from '../search/dataset';

/** What is asked for over and over at each size, each time for something else. */
export interface GrownOperation {
  readonly name: string;
  readonly next: () => Buffer;
  /** Whether there is more to find, and to rank, the larger the catalog is. */
  readonly findsMore?: boolean;
}

/** What the requests are about, and who asks. */
export interface GrownPlace {
  readonly token: string;
  readonly size: number;
}

const SEED = 20_261_123;
const TABLE = { columns: [{ name: 'id', dataType: 'BIGINT' }], databaseSchema: SCHEMA_FQN };
/** Before all results of the dataset. */
const RESULTS_FROM = 1.7e12;
const WINDOW = 1_000;
/** Of words that some of a thousand documents have. */
const RANK = { first: 300, words: 200 } as const;

/** @param cursors of pages in all parts of the list of tables */
export function entityOperations({ token, size }: GrownPlace, cursors: readonly string[]): GrownOperation[] {
  const random = seededRandom(SEED);
  const number = (): number => 1 + Math.floor(random() * size);
  const ask = asking(token);
  const source = new ResultSource(size, RESULTS_FROM + size * 1_000);
  let made = 0;
  return [
    { name: 'a contract by its id', next: () => ask('GET', `dataContracts/${seededContract(number()).id}`) },
    { name: 'a table by its name', next: () => ask('GET', `tables/name/${seededTable(number()).fqn}`) },
    {
      name: 'a page of 10 tables',
      next: () => ask('GET', `tables?limit=10&after=${encodeURIComponent(oneOf(cursors, random))}`),
    },
    { name: 'a table created', next: () => ask('POST', 'tables', { name: `grown_${size}_${made++}`, ...TABLE }) },
    {
      name: 'a table patched',
      next: () => {
        const patch = [{ op: 'add', path: '/description', value: `as of ${made++}` }];
        return ask('PATCH', `tables/${seededTable(number()).id}`, patch, 'application/json-patch+json');
      },
    },
    {
      name: 'a result pushed',
      next: () => {
        const { contract, json } = source.one();
        return ask('PUT', `dataContracts/${contract}/results`, JSON.parse(json));
      },
    },
  ];
}

/** Of the contract that has many results. */
export function historyOperations({ token }: GrownPlace, history: History): GrownOperation[] {
  const random = seededRandom(SEED);
  const ask = asking(token);
  const path = `dataContracts/${history.contractId}/results`;
  return [
    {
      name: 'a page of 10 results of one contract',
      next: () => {
        const from = Math.floor(history.start + random() * (history.end - history.start - WINDOW * history.stepMs));
        return ask('GET', `${path}?startTs=${from}&endTs=${from + WINDOW * history.stepMs}&limit=10`);
      },
    },
  ];
}

export function lineageOperations({ token }: GrownPlace, fqns: readonly string[]): GrownOperation[] {
  const random = seededRandom(SEED);
  const ask = asking(token);
  return [
    {
      name: 'neighbours, 2 hops',
      next: () => ask('GET', `lineage/table/name/${oneOf(fqns, random)}?upstreamDepth=2&downstreamDepth=2`),
    },
  ];
}

export function searchOperations({ token }: GrownPlace): GrownOperation[] {
  const random = seededRandom(SEED);
  const ask = asking(token);
  const word = (): string => WORDS[RANK.first + Math.floor(random() * RANK.words)] as string;
  return [
    { name: 'a search of two words', next: () => ask('GET', `search/query?q=${word()}%20${word()}`), findsMore: true },
    { name: 'a completion', next: () => ask('GET', `search/suggest?q=${word().slice(0, 4)}`), findsMore: true },
  ];
}

function asking(token: string): (method: string, path: string, body?: unknown, type?: string) => Buffer {
  const request = apiRequests(token);
  return (method, path, body, type) => request({ method, path, body, type });
}

function oneOf(all: readonly string[], random: () => number): string {
  return all[Math.floor(random() * all.length)] as string;
}
