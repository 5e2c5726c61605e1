import { median } from '../measure/quantile';
import { untilSteady } from '../measure/until-steady';
import type { BenchApi } from '../stack/bench-api';
import { PageReader, type ListPage } from './page-reader';
import { RawWalk, type RawTimes } from './raw-walk';

export type Way = 'after' | 'before';

export interface WalkOrder {
  readonly url: string;
  /** Of the bare server. */
  readonly floorPort: number;
  readonly limit: number;
  /** Names of the fields asked for. */
  readonly fields: readonly string[];
  /** Pages after which the walk turns round, where the list is longer. */
  readonly mostPages: number;
  readonly tables: number;
  /** Ways forth of the warm-up, at most. */
  readonly warmUps: number;
}

/** One way of a walk. Times in ms. */
export interface WalkResult {
  readonly limit: number;
  readonly fields: number;
  readonly way: Way;
  readonly pages: number;
  readonly pageMs: number;
  readonly serverPageMs: number;
  readonly statementPageMs: number;
  /** Of the whole way: to the bare server, and to its statement alone. */
  readonly ratio: number;
  readonly statementRatio: number;
  readonly statements: number;
  readonly faults: readonly string[];
}

/**
 * Walks forward and back again. Each page of the product has one of each floor before it: all see the same machine.
 * @returns one result for each way
 */
export async function walk(api: BenchApi, order: WalkOrder): Promise<readonly WalkResult[]> {
  const reader = await PageReader.open(api.port, api.client.token);
  const raw = await RawWalk.open(order.url, order.floorPort, order.limit, order.fields.length > 0);
  try {
    const warmUp = async (): Promise<number> => 1 / (await oneWay(api, reader, raw, order, 'after')).result.pageMs;
    await untilSteady(warmUp, order.warmUps);
    const forth = await oneWay(api, reader, raw, order, 'after');
    const back = await oneWay(api, reader, raw, order, 'before', forth.last);
    const faults = sameBackwards(forth.names, back.names, order.limit);
    return [forth.result, { ...back.result, faults: [...back.result.faults, ...faults] }];
  } finally {
    reader.close();
    await raw.close();
  }
}

interface OneWay {
  readonly result: WalkResult;
  readonly names: readonly string[];
  readonly last: ListPage;
}

async function oneWay(
  api: BenchApi,
  reader: PageReader,
  raw: RawWalk,
  { limit, fields, mostPages, tables }: WalkOrder,
  way: Way,
  from?: ListPage,
): Promise<OneWay> {
  raw.turn(way);
  const times: (RawTimes & { page: number })[] = [];
  const names: string[] = [];
  const base = { limit: String(limit), ...(fields.length ? { fields: fields.join(',') } : {}) };
  const sentBefore = await api.statements();
  let last = from;
  do {
    const floor = await raw.next();
    const cursor = last?.[way];
    last = await reader.page({ ...base, ...(cursor === undefined ? {} : { [way]: cursor }) });
    times.push({ page: last.ms, ...floor });
    names.push(...(way === 'after' ? last.names : [...last.names].reverse()));
  } while (last[way] !== undefined && times.length < mostPages);
  const statements = (await api.statements()) - sentBefore;
  const expected = Math.min(tables, times.length * limit);
  const what = `limit ${limit}, ${fields.length} fields, ${way}`;
  const faults = [
    ...(way === 'after' && names.length !== expected ? [`${what}: ${names.length} tables, not ${expected}`] : []),
    ...(last.total === tables ? [] : [`${what}: a total of ${last.total}, not ${tables}`]),
    ...(isSorted(names, way) ? [] : [`${what}: a name comes twice or out of order`]),
  ];
  const sum = (of: 'page' | keyof RawTimes): number => times.reduce((all, time) => all + time[of], 0);
  const result = {
    limit,
    fields: fields.length,
    way,
    pages: times.length,
    pageMs: median(times.map(({ page }) => page)),
    serverPageMs: median(times.map(({ server }) => server)),
    statementPageMs: median(times.map(({ statement }) => statement)),
    ratio: sum('page') / sum('server'),
    statementRatio: sum('page') / sum('statement'),
    statements,
    faults,
  };
  return { result, names, last };
}

function isSorted(names: readonly string[], way: Way): boolean {
  return names.every((name, i) => {
    const other = names[i - 1];
    return other === undefined || (way === 'after' ? other < name : other > name);
  });
}

/** The way back begins before the last page of the way forth. */
function sameBackwards(forth: readonly string[], back: readonly string[], limit: number): string[] {
  const expected = forth.slice(0, Math.floor((forth.length - 1) / limit) * limit).reverse();
  const isSame = expected.length === back.length && expected.every((name, i) => name === back[i]);
  return isSame ? [] : [`limit ${limit}: the way back shows other tables than the way forth`];
}
