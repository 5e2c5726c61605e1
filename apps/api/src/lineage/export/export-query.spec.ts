import { ALL_HOPS } from '@app/lineage';
import { checkerOf } from '../../http/input/dto-checker';
import { LineageExportQuery } from './export-query';

const depths = (query: Record<string, string>): unknown => {
  const { upstreamDepth, downstreamDepth } = checkerOf(LineageExportQuery).query({ fqn: 'a', type: 'table', ...query });
  return [upstreamDepth, downstreamDepth];
};

describe('the depths of an export', () => {
  it.each<[Record<string, string>, number[]]>([
    [{}, [1, 1]],
    [{ upstreamDepth: '0', downstreamHops: '3' }, [0, 3]],
    [{ upstreamDepth: 'all' }, [ALL_HOPS, 1]],
    [{ upstreamHops: 'all', downstreamDepth: 'all' }, [ALL_HOPS, ALL_HOPS]],
  ])('%j', (query, expected) => {
    expect(depths(query)).toEqual(expected);
  });

  it.each(['4', '-1', 'ALL', 'x', '1.5'])('are refused with what is allowed: %s', (upstreamDepth) => {
    expect(() => depths({ upstreamDepth })).toThrow(
      `upstreamDepth: must be an integer from 0 to 3 or all; got ${/^-?\d+$/.test(upstreamDepth) ? upstreamDepth : JSON.stringify(upstreamDepth)}`,
    );
  });
});
