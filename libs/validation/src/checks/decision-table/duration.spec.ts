import { parseDuration as parseOfContracts, subtractDuration as subtractOfContracts } from '@app/contracts';
import fc from 'fast-check';
import { parseDuration, subtractDuration } from '../duration';

/** What the library of contracts says of a text, without its words. */
function asContracts(text: string) {
  const parsed = parseOfContracts(text);
  return parsed.ok ? parsed : { ok: false };
}

const durations = fc
  .tuple(
    fc.constantFrom('', '1Y', '14M', '2W', '0.5W', '31D', '1,5D', '0D', '-1D', '999Y', '1001Y', `${'9'.repeat(40)}D`),
    fc.constantFrom('', '3M', '1D', '0.25D'),
    fc.constantFrom('', 'T', 'T1H', 'T0.5H', 'T30M', 'T1.5M', 'T10S', 'T0.0001S', 'T0.0014S', 'T1H0.5M', 'T1.5H30M'),
    fc.constantFrom('P', '-P', 'p', '', ' P'),
  )
  .map(([date, more, time, sign]) => `${sign}${date}${more}${time}`);

describe('the durations of rules', () => {
  it.each([
    'P7D',
    'PT1.5H',
    'P1Y2M10DT2H30M',
    'PT0S',
    'P',
    'PT1.5H30M',
    'P1001Y',
    'P1000Y',
    `PT${'1'.repeat(80)}S`,
    '1h',
  ])('%s is read as in contracts', (text) => expect(parseDuration(text)).toEqual(asContracts(text)));

  it('are read as in contracts, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(durations, fc.string()), (text) => expect(parseDuration(text)).toEqual(asContracts(text))),
      { numRuns: 2_000 },
    );
  });

  it('are taken from an instant as in contracts', () => {
    const months = fc.integer({ min: 0, max: 12_000 });
    const milliseconds = fc.integer({ min: 0, max: 1e12 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e12 }), fc.record({ months, milliseconds }), (instant, duration) => {
        expect(subtractDuration(instant, duration)).toBe(subtractOfContracts(instant, duration));
      }),
    );
  });
});
