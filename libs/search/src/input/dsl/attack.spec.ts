import { AppError } from '@app/common';
import type { SearchEngine } from '../../backend/search-backend';
import type { BoundQuery } from '../../query/bound-query';
import type { SearchAnswer, SearchRequest } from '../../query/search-request';
import { SearchService } from '../../search.service';
import { ATTACKS, type AttackCase } from '../cases/attack.cases';
import type { SearchQuestion } from '../question/search-question';

const ALL: BoundQuery = { kind: 'all', boost: 1 };
const PROPERTY = { query_filter: 'queryFilter', post_filter: 'postFilter', aggregations: 'aggregations' } as const;

/** Records its calls. */
class RecordingEngine implements SearchEngine {
  readonly requests: SearchRequest[] = [];

  search(request: SearchRequest): Promise<SearchAnswer> {
    this.requests.push(request);
    return Promise.resolve({
      hits: [],
      maxScore: null,
      aggregations: {},
      endsEarly: false,
      timedOut: false,
      total: { value: 0, relation: 'eq' },
    });
  }
}

function question(parameter: AttackCase['parameter'], text: string): SearchQuestion {
  return {
    q: '*',
    types: ['table'],
    deleted: false,
    from: 0,
    size: 10,
    sortOrder: 'desc',
    totals: true,
    source: true,
    includeAggregations: false,
    [PROPERTY[parameter]]: { parameter, text },
  };
}

const textOf = ({ sent }: AttackCase): string => (typeof sent === 'string' ? sent : JSON.stringify(sent));

async function refusal(engine: SearchEngine, one: AttackCase): Promise<unknown> {
  const service = new SearchService(engine);
  return service.search(question(one.parameter, textOf(one)), ALL).then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe('what no engine may see', () => {
  it('is looked at: there are more than a hundred cases', () => {
    expect(ATTACKS.length).toBeGreaterThanOrEqual(100);
  });

  it('is not mistaken for what may pass', async () => {
    const engine = new RecordingEngine();
    const sent = { bool: { must: [{ term: { entityType: 'table' } }] } };
    await expect(refusal(engine, { name: '', parameter: 'query_filter', sent, at: '' })).resolves.toBeUndefined();
    expect(engine.requests).toHaveLength(1);
  });

  it.each(ATTACKS.map((one) => [`${one.parameter}: ${one.name}`, one] as const))('%s', async (_name, one) => {
    const engine = new RecordingEngine();
    const error = await refusal(engine, one);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: 'BAD_REQUEST' });
    const { message } = error as AppError;
    expect(message.slice(0, 2_000)).toContain(one.at ? `${one.parameter}.${one.at}` : one.parameter);
    expect(message.length).toBeLessThan(2_000);
    expect(engine.requests).toEqual([]);
  });
});
