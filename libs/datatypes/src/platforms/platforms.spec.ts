import type { TypedColumn } from '../column';
import { scanDisplay } from '../display/scan-display';
import { relateExactly, relateFound } from '../relate/relate-columns';
import { PLATFORM_DATA, platformOf } from '.';
import type { PlatformCase, PlatformData } from './platform';

/** `DECIMAL(12,2)`, `ARRAY<INT>` as a dataType with sizes; `'timestamptz'` as a display. */
function promise(text: string): TypedColumn {
  if (text.startsWith("'")) {
    const display = text.slice(1, -1).replaceAll("''", "'");
    return { dataType: 'UNKNOWN', dataTypeDisplay: display };
  }
  const [, word = '', element] = /^(\w+)(?:<(\w+)>)?/.exec(text) ?? [];
  const [first, second] = [...text.matchAll(/\d+(?=[,)])/g)].map(([digits]) => Number(digits));
  if (element) return { dataType: 'ARRAY', arrayDataType: element };
  if (first === undefined) return { dataType: word };
  if (!['DECIMAL', 'NUMERIC', 'NUMBER'].includes(word)) return { dataType: word, dataLength: first };
  return { dataType: word, precision: first, ...(second !== undefined && { scale: second }) };
}

const found = (dataTypeDisplay: string): TypedColumn => ({ dataType: 'UNKNOWN', dataTypeDisplay, dataLength: 1 });
const typesOf = ({ serviceTypes }: PlatformData): string[] => Object.keys(serviceTypes);
const all = PLATFORM_DATA.flatMap((data) =>
  typesOf(data).flatMap((type) => data.cases.map((one): [string, ...PlatformCase] => [type, ...one])),
);

describe('the words of platforms', () => {
  it.each(all)('%s: %s %s %s', (type, promised, verdict, display) => {
    const { outcome, loss } = relateFound(promise(promised), found(display), platformOf(type));
    expect([outcome === 'broken' ? 'breaks' : 'keeps', loss]).toEqual([
      verdict,
      verdict === 'breaks' ? expect.any(String) : undefined,
    ]);
  });

  it('each platform has cases of both verdicts, and what they name can be read', () => {
    for (const { cases } of PLATFORM_DATA) {
      expect(cases.length).toBeGreaterThanOrEqual(8);
      expect(new Set(cases.map(([, verdict]) => verdict)).size).toBe(2);
      for (const [, , display] of cases) expect(scanDisplay(display)).toBeDefined();
    }
  });

  it('are found by serviceType in any case, and by none for an unknown one', () => {
    expect(platformOf('snowFLAKE').shownName).toBe('Snowflake');
    expect(platformOf('AzureSQL').words.get('BIT')).toBe(platformOf('Mssql').words.get('BIT'));
    expect(platformOf('CustomDatabase')).toBe(platformOf());
    expect(platformOf('constructor')).toBe(platformOf());
  });

  it('no serviceType stands at two platforms', () => {
    const types = PLATFORM_DATA.flatMap(typesOf).map((type) => type.toLowerCase());
    expect(new Set(types).size).toBe(types.length);
  });
});

describe('every word of every platform', () => {
  /** Where integers are decimals, none has more than 64 bits. */
  const isBeyond = (type: string, word: string): boolean =>
    platformOf(type).wholeNumbers !== undefined && /^(LARGEINT|HUGEINT|INT128|INT256)$/.test(word);
  const words = PLATFORM_DATA.flatMap((data) =>
    typesOf(data).flatMap((type) => [...platformOf(type).words.keys()].map((word): [string, string] => [type, word])),
  ).filter(([type, word]) => !isBeyond(type, word));

  it('keeps its own promise, as itself and exactly', () => {
    const broken = words.filter(([type, word]) => {
      const column = found(word.toLowerCase());
      return [relateFound, relateExactly].some(
        (relate) => relate(column, column, platformOf(type)).outcome === 'broken',
      );
    });
    expect(broken).toEqual([]);
  });
});
