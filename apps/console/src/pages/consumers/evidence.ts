import type { SuggestedConsumer } from '../../api/governance/invitations';
import { counted } from '../../ui/changes/value-words';

type Evidence = SuggestedConsumer['evidence'][number];

/** Pieces of evidence that are named; the others are counted. */
const MOST_NAMED = 3;

/** Why somebody seems to rely on a contract: their assets that are made of its asset, and their queries that use it. */
export function evidenceText(evidence: readonly Evidence[]): string {
  const assets = evidence.filter(({ kind }) => kind === 'lineage');
  const queries = evidence.length - assets.length;
  const named = assets.flatMap(({ asset }) => (asset ? [asset.displayName ?? asset.name] : [])).slice(0, MOST_NAMED);
  const others = assets.length - named.length;
  const owned = [...named, ...(others > 0 ? [counted(others, named.length > 0 ? 'more asset' : 'asset')] : [])];
  return [
    ...(owned.length > 0 ? [`owns ${owned.join(', ')} downstream`] : []),
    ...(queries > 0 ? [`ran ${queries} ${queries === 1 ? 'query' : 'queries'}`] : []),
  ].join('; ');
}
