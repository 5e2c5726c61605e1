import { edgeAnswer } from '../../edges/edge-answer';
import { hopsWord, type EdgePage, type ExportSource } from '../export-request';

/**
 * `{entity, upstreamDepth, downstreamDepth, edges: [{direction, hop, edge}]}`, one edge per line, in the format of
 * the graph and of bulk edge writes.
 */
export async function* jsonText({ root, request, pages }: ExportSource): AsyncGenerator<string, void, undefined> {
  const { id, type, name, fqn, deleted } = root;
  const [upstreamDepth, downstreamDepth] = [hopsWord(request.upstreamDepth), hopsWord(request.downstreamDepth)];
  const entity = { id, type, name, fullyQualifiedName: fqn, deleted };
  yield `${JSON.stringify({ entity, upstreamDepth, downstreamDepth }).slice(0, -1)},"edges":[`;
  let separator = '\n';
  for await (const page of pages) {
    for (const line of lines(page)) {
      yield separator + line;
      separator = ',\n';
    }
  }
  yield '\n]}\n';
}

function lines({ side, hop, edges }: EdgePage): string[] {
  return edges.flatMap(({ stored }) =>
    stored ? [JSON.stringify({ direction: side, hop, edge: edgeAnswer(stored) })] : [],
  );
}
