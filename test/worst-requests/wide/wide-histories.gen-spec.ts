import { MOST_HOLD_MS } from '../measure/hold-limit';
import { WatchedApi } from '../measure/watched-api';
import { logCost } from '../cost-log';
import type { RestClient } from '../../support/rest-client';
import { everyone, numbered } from './wide-world';

jest.setTimeout(600_000);

const AT_ONCE = 12;
/** Results with as many rules that failed as one may have, stored by somebody else: 3 MB each. */
const RESULTS = 12;
const RULES = 10_000;
/** Versions and events of a table with as many columns, half a megabyte to two each. */
const COLUMNS = 9_000;
const CHANGED = 5_000;
const CHANGES = 4;
const FIRST_MS = 1_760_000_000_000;

describe('long histories', () => {
  let api: WatchedApi;
  let contract: string;
  let table: string;
  beforeAll(async () => {
    api = await WatchedApi.start();
    await api.admin.must('POST', '/services/databaseServices', { name: 's', serviceType: 'Postgres' });
    await api.admin.must('POST', '/databases', { name: 'd', service: 's' });
    await api.admin.must('POST', '/databaseSchemas', { name: 'p', database: 's.d' });
    contract = await makeResults(api.admin);
    table = await makeVersions(api.admin);
  });
  afterAll(() => api.stop());

  const atOnce = async (shape: string, ask: () => Promise<Response>): Promise<string[]> => {
    const { cost, result } = await api.duringCalm(MOST_HOLD_MS, () =>
      Promise.all(
        numbered(AT_ONCE, async () => {
          const answer = await ask();
          return `${answer.status} ${await answer.text()}`;
        }),
      ),
    );
    logCost('long histories', shape, { ...cost, status: '', tookMs: 0 });
    expect(result.map((text) => text.slice(0, 3))).toEqual(numbered(AT_ONCE, () => '200'));
    expect(cost.holdMs).toBeLessThan(MOST_HOLD_MS);
    return result.map((text) => text.slice(4));
  };
  const read = (path: string): Promise<string[]> =>
    atOnce(path, () => fetch(`${api.service.baseUrl}/api/v1/${path}`, everyone(api.admin)));

  it('an agent that asks why a contract fails reads what it shows', async () => {
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'explain_failure', arguments: { asset: 's.d.p.t' } },
    };
    const { headers } = everyone(api.admin);
    const types = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    const [text] = await atOnce('explain_failure', () =>
      fetch(`${api.service.baseUrl}/mcp`, {
        method: 'POST',
        headers: { ...headers, ...types },
        body: JSON.stringify(call),
      }),
    );
    const { result } = JSON.parse(text!) as { result: { structuredContent: Explained } };
    const { status, dimensions, recent } = result.structuredContent;
    expect([status, dimensions.semantics?.failed]).toEqual(['Failed', RULES]);
    expect(recent.map((one) => one.status)).toEqual(numbered(10, () => 'Failed'));
  });

  it.each(['', '/latest', `/${FIRST_MS}`])('results%s', async (path) => {
    await read(`dataContracts/${contract}/results${path}`);
  });

  it('a page of results ends at its bytes, and the next one goes on there', async () => {
    const seen: number[] = [];
    let pages = 0;
    for (let cursor = ''; pages === 0 || cursor; pages += 1) {
      const after = cursor && `&after=${encodeURIComponent(cursor)}`;
      const { data, paging } = await api.admin.must<ResultPage>(
        'GET',
        `/dataContracts/${contract}/results?limit=100${after}`,
      );
      expect(paging.total).toBe(RESULTS);
      for (const { timestamp, semanticsValidation } of data) {
        expect(semanticsValidation.failedRules).toHaveLength(RULES);
        seen.push(timestamp);
      }
      cursor = paging.after ?? '';
    }
    expect(seen).toEqual(numbered(RESULTS, (at) => FIRST_MS + RESULTS - 1 - at));
    expect(pages).toBeGreaterThan(1);
  });

  it('the reasons of a result are its first ones', async () => {
    const path = `/dataContracts/${contract}/results/latest?fields=reasons`;
    const { semanticsValidation } = await api.admin.must<Result>('GET', path);
    expect([semanticsValidation.failed, semanticsValidation.failedRules.length]).toEqual([RULES, 50]);
  });

  it('events of an entity', async () => {
    const [text] = await read(`events?entityId=${table}&limit=100`);
    const { data } = JSON.parse(text!) as { data: { changeDescription?: { fieldsUpdated: object[] } }[] };
    expect(data).toHaveLength(CHANGES + 1);
    expect(data.at(-1)?.changeDescription?.fieldsUpdated).toHaveLength(CHANGED);
  });

  it('versions of an entity', async () => {
    const [text] = await read(`tables/${table}/versions`);
    expect((JSON.parse(text!) as { versions: object[] }).versions.length).toBeGreaterThan(2);
  });

  it('one version', async () => {
    await read(`tables/${table}/versions/0.2`);
  });
});

interface Explained {
  readonly status: string;
  readonly dimensions: { readonly semantics?: { readonly failed: number } };
  readonly recent: readonly { readonly status: string }[];
}

interface Result {
  readonly timestamp: number;
  readonly semanticsValidation: { readonly failed: number; readonly failedRules: readonly object[] };
}

interface ResultPage {
  readonly data: readonly Result[];
  readonly paging: { readonly total: number; readonly after?: string };
}

/** A contract whose results name 10,000 rules each. */
async function makeResults(admin: RestClient): Promise<string> {
  const columns = [{ name: 'a', dataType: 'INT' }];
  const { id } = await admin.must<{ id: string }>('POST', '/tables', { name: 't', databaseSchema: 's.d.p', columns });
  const entity = { id, type: 'table' };
  const contract = await admin.must<{ id: string }>('POST', '/dataContracts', { name: 'c', entity, schema: columns });
  const failedRules = numbered(RULES, (at) => ({
    ruleName: `rule ${at} `.padEnd(60, 'n'),
    reason: `value ${at} `.padEnd(240, 'x'),
  }));
  const semanticsValidation = { passed: 0, failed: RULES, total: RULES, failedRules };
  for (let at = 0; at < RESULTS; at += 1)
    await admin.must('PUT', `/dataContracts/${contract.id}/results`, {
      ...{ timestamp: FIRST_MS + at, contractExecutionStatus: 'Failed', semanticsValidation },
    });
  return contract.id;
}

/** A table with thousands of columns whose descriptions changed several times. */
async function makeVersions(admin: RestClient): Promise<string> {
  const described = (change: number, at: number) => `change ${change} of ${at} `.padEnd(300, 'z');
  const columns = numbered(COLUMNS, (at) => ({ name: `column${at}`, dataType: 'INT', description: described(0, at) }));
  const { id } = await admin.must<{ id: string }>('POST', '/tables', { name: 'w', databaseSchema: 's.d.p', columns });
  for (let change = 1; change <= CHANGES; change += 1) {
    const path = (at: number) => `/columns/${at}/description`;
    const operations = numbered(CHANGED, (at) => ({ op: 'replace', path: path(at), value: described(change, at) }));
    const { status } = await admin.patch(`/tables/${id}`, operations);
    expect(status).toBe(200);
  }
  return id;
}
