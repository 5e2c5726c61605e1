import fc from 'fast-check';
import { fitPositions, LAST_POSITION } from './position-fit';

describe('positions for a tsvector', () => {
  it('count from 1, with the gaps as they are, where they fit', () => {
    expect(fitPositions([0, 0, 1, 102, 103])).toEqual({ positions: [1, 1, 2, 103, 104], crowded: false });
    expect(fitPositions([])).toEqual({ positions: [], crowded: false });
  });

  it('shrink their gaps evenly, and never close them, until only what cannot fit is crowded', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1, 1, 101), { minLength: 1, maxLength: 2_000 }),
        fc.integer({ min: 1, max: 30 }),
        (jumps, times) => {
          let at = 0;
          const positions = Array.from({ length: times }, () => jumps)
            .flat()
            .map((jump) => (at += jump));
          const { positions: fitted, crowded } = fitPositions(positions);
          for (let index = 1; index < fitted.length && !crowded; index++) {
            const [before, now] = [positions[index - 1] as number, positions[index] as number];
            const step = (fitted[index] as number) - (fitted[index - 1] as number);
            expect(now - before <= 1 ? step : Math.min(step, 2)).toBe(Math.min(now - before, 2));
          }
          expect(Math.max(...fitted)).toBeLessThanOrEqual(LAST_POSITION);
        },
      ),
      { numRuns: 60, seed: 1 },
    );
  });
});
