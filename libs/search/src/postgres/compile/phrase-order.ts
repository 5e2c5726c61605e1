/**
 * The orders in which the words of a phrase may stand: for each word its position, where each is moved by 0 … slop from its
 * place and one is not moved at all (Lucene's sloppy phrase: a swap of neighbours costs 2). Equal words never share a position.
 * Undefined: there are more than `most`.
 */
export function phraseOrders(tokens: readonly string[], slop: number, most: number): (readonly number[])[] | undefined {
  const orders = (slop + 1) ** tokens.length - slop ** tokens.length;
  // Not a number where both are beyond all bounds.
  if (!(orders <= most)) return undefined;
  return moves(tokens.length, slop)
    .filter((moved) => moved.includes(0))
    .map((moved) => moved.map((by, at) => by + at))
    .filter((positions) => !meetThemselves(tokens, positions));
}

function moves(length: number, slop: number): number[][] {
  const steps = Array.from({ length: slop + 1 }, (_, by) => by);
  return Array.from({ length }).reduce<number[][]>(
    (all) => all.flatMap((moved) => steps.map((by) => [...moved, by])),
    [[]],
  );
}

function meetThemselves(tokens: readonly string[], positions: readonly number[]): boolean {
  const places = tokens.map((token, at) => `${positions[at]} ${token}`);
  return new Set(places).size < places.length;
}
