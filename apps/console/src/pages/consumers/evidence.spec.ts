import { evidenceText } from './evidence';

const asset = (name: string) => ({
  kind: 'lineage' as const,
  asset: { id: name, type: 'table', name, fullyQualifiedName: `shop.${name}` },
  hops: 1,
});

describe('why somebody seems to rely on a contract', () => {
  it('is named by their assets downstream, three of them, and the queries are counted', () => {
    expect(evidenceText([asset('revenue')])).toBe('owns revenue downstream');
    expect(evidenceText([asset('a'), asset('b'), asset('c'), asset('d'), { kind: 'query', lastAt: 1 }])).toBe(
      'owns a, b, c, 1 more asset downstream; ran 1 query',
    );
    expect(evidenceText([{ kind: 'query' }, { kind: 'query' }])).toBe('ran 2 queries');
  });

  it('counts assets that the reader may not view', () => {
    expect(evidenceText([{ kind: 'lineage', hops: 2 }])).toBe('owns 1 asset downstream');
    expect(evidenceText([asset('a'), { kind: 'lineage', hops: 2 }])).toBe('owns a, 1 more asset downstream');
  });
});
