import { seededContract, seededTable } from '../contract-read/dataset';
import { SCHEMA_FQN } from '../contract-read/model-contract';
import { apiRequests, type ApiRequest } from '../load/asker';
import type { Work } from '../load/ask-for';
import { seededRandom } from '../measure/random';
import { ResultSource } from '../results/made-result';

const SEED = 20_261_124;
/** After all results that are there. */
const RESULTS_FROM = 1.8e12;
const PATCH_TYPE = 'application/json-patch+json';
/** Names that are written again and again: the catalog does not grow by it. */
const WRITTEN_TABLES = 500;

export interface MixedWork extends Work {
  /** Searches that were refused so far: all connections are of one user, whose searches the API does not let take all of the database. */
  readonly refused: () => number;
}

const SEARCH_REFUSED = /statements of searches of yours|The query takes too long/;

/** What people and pipelines ask in turn: three quarters reads. */
export function mixedWork(token: string, contracts: number): MixedWork {
  const random = seededRandom(SEED);
  const number = (): number => 1 + Math.floor(random() * contracts);
  const contract = (): string => `dataContracts/${seededContract(number()).id}`;
  const source = new ResultSource(contracts, RESULTS_FROM);
  let turn = 0;
  let refused = 0;
  const kinds: (() => ApiRequest)[] = [
    () => ({ method: 'GET', path: contract() }),
    () => ({ method: 'GET', path: `tables/name/${seededTable(number()).fqn}?fields=*` }),
    () => ({ method: 'GET', path: 'tables?limit=50' }),
    () => ({ method: 'GET', path: `search/query?q=t_${number()}` }),
    () => ({ method: 'GET', path: `${contract()}/results?limit=10` }),
    () => ({ method: 'GET', path: `search/suggest?q=t_0${number() % 100}` }),
    () => ({ method: 'GET', path: `lineage/table/name/${seededTable(number()).fqn}` }),
    () => ({ method: 'GET', path: `tables/name/${seededTable(number()).fqn}` }),
    () => ({ method: 'GET', path: contract() }),
    () => {
      const { contract: id, json } = source.one();
      return { method: 'PUT', path: `dataContracts/${id}/results`, body: JSON.parse(json) };
    },
    () => {
      const body = [{ op: 'add', path: '/description', value: `as of turn ${turn}` }];
      return { method: 'PATCH', path: `tables/${seededTable(number()).id}`, body, type: PATCH_TYPE };
    },
    () => {
      const body = { name: `written_${turn % WRITTEN_TABLES}`, databaseSchema: SCHEMA_FQN, columns: [] };
      return { method: 'PUT', path: 'tables', body: { ...body, description: `turn ${turn}` } };
    },
    () => ({ method: 'POST', path: `${contract()}/validate` }),
  ];
  const request = apiRequests(token);
  return {
    next: () => request((kinds[turn++ % kinds.length] as () => ApiRequest)()),
    // A contract whose validation is under way is a conflict: with chance it is asked for twice.
    fault: ({ status, body }) => {
      const text = body.toString('utf8', 0, 300);
      if (status === 503 && SEARCH_REFUSED.test(text)) refused++;
      else if (status >= 300 && status !== 409) return `${status} ${text}`;
      return undefined;
    },
    refused: () => refused,
  };
}
