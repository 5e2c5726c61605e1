import { analyze } from '../../../libs/search/src/analysis/analyzer';
import type { Analysis } from '../../../libs/search/src/document/search-field';
import { ANALYZERS } from '../../../libs/search/src/elastic/mapping/analysis-settings';
import { itUnless } from '../../support/unless-refused';
import { describeElastic, ElasticWorld } from './support/elastic-world';
import { missingRealText, realTexts } from './support/real-text';

const BLOCK = 200;
/** Between two texts of one request the server counts as between two values. */
const GAP = 100;

const OUR_OWN = [
  'fact_orders_daily',
  'HTTPServerV2',
  'customerOrders',
  'raw.orders-v2',
  "it's O'Brien's",
  'Käufer und Größe',
  'ŁódźStraße',
  'orders_明细',
  '客户 订单 明细',
  'XMLHttpRequest2Go',
  'ABC',
  'aB',
  'AB',
  'ABc',
  'a1b22c333',
  '_leading and trailing_',
  '--__..',
  "'quoted'",
  'path C:\\data\\orders "quoted"',
  'm² and ½ or x³y',
  'İstanbul ISTANBUL ıssız',
  'ΣΊΣΥΦΟΣ',
  'ПриветМир v2',
  'e\u0301cole E\u0301COLE caf\u00e9',
  'naïve-Bayes_2ndOrder',
  'ends.with.dots...',
  'a'.repeat(300),
  `${'x'.repeat(200)}_${'y'.repeat(200)}`,
  'データ カタログ',
  '한국어데이터',
  'מסד_נתונים',
  'tab\tnewline\nend',
  '1st2nd3rd 4TH',
  'mixed明CASE细Text',
  'IPv6Address ofMLModels',
  'generalizations oscillators relational conditional',
];

function asServer(text: string, analysis: Analysis): [string, number][] {
  return analyze(text.normalize('NFC'), analysis).map(({ token, position }) => [token, position]);
}

/** The order of tokens at one position says nothing. */
const ordered = (tokens: [string, number][]): [string, number][] =>
  [...tokens].sort(([a, at], [b, bt]) => at - bt || (a < b ? -1 : 1));

describeElastic('the analyzers of the server', () => {
  let world: ElasticWorld;
  beforeAll(async () => (world = await ElasticWorld.open()));
  afterAll(() => world.close());

  /** Positions from 0 within each text. */
  async function analysed(texts: readonly string[], analysis: Analysis): Promise<[string, number][][]> {
    const answer = await world.client.indices.analyze({
      index: world.names.main,
      analyzer: ANALYZERS[analysis],
      text: texts.map((text) => text.normalize('NFC')),
    });
    return split(answer.tokens ?? [], texts, analysis);
  }

  /** Cuts the one stream of tokens at the texts, of which we know how many tokens they should have. */
  function split(
    tokens: readonly { token: string; position: number }[],
    texts: readonly string[],
    analysis: Analysis,
  ): [string, number][][] {
    let at = 0;
    return texts.map((text, index) => {
      // Whatever is too many is the last one's.
      const end = index === texts.length - 1 ? tokens.length : at + analyze(text, analysis).length;
      const own = tokens.slice(at, (at = end));
      const first = own[0]?.position ?? 0;
      return own.map(({ token, position }): [string, number] => [token, position - first]);
    });
  }

  async function compare(texts: readonly string[], analysis: Analysis): Promise<void> {
    for (let from = 0; from < texts.length; from += BLOCK) {
      const block = texts.slice(from, from + BLOCK);
      const theirs = await analysed(block, analysis);
      block.forEach((text, at) =>
        expect([text, ordered(theirs[at] ?? [])]).toEqual([text, ordered(asServer(text, analysis))]),
      );
    }
  }

  it.each(['parts', 'stem'] as const)('read our own texts as we do: %s', async (analysis) => {
    for (const text of OUR_OWN) {
      const [theirs] = await analysed([text], analysis);
      expect([text, ordered(theirs ?? [])]).toEqual([text, ordered(asServer(text, analysis))]);
    }
  });

  for (const analysis of ['parts', 'stem'] as const)
    itUnless(missingRealText, `read every name and description of real catalogs as we do: ${analysis}`, async () => {
      const texts = realTexts();
      expect(texts.length).toBeGreaterThan(2_000);
      await compare(texts, analysis);
    });

  it('keep values of one field apart', async () => {
    const { tokens = [] } = await world.client.indices.analyze({
      index: world.names.main,
      field: 'text.name',
      text: ['one two', 'three'],
    });
    expect(tokens.map(({ position }) => position)).toEqual([0, 1, 1 + GAP + 1]);
  });
});
