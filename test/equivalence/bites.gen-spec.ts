import { AllowedDifferences } from './compare/allowed';
import { compareRecorded, type Difference } from './compare/comparison';
import { differingPlaces } from './compare/difference';
import { shortestFailing, underPrefix } from './compare/shortest';
import { readTranscript } from './compare/transcript';
import { Build } from './product/build';
import { Product } from './product/product';
import { ChangingProxy, type Passing } from './run/changing-proxy';
import { withOrderedTies } from './run/event-ties';
import { Normaliser, type PlainAnswer } from './run/normaliser';
import { Runner, type Exchange } from './run/runner';
import { chapters } from './script/chapters';
import type { Step } from './script/step';

const DAY_MS = 86_400_000;

jest.setTimeout(300_000);

const replaced =
  (old: string | RegExp, now: string) =>
  (answer: Passing): void =>
    void (answer.body = answer.body.replace(old, now));

/** What a build could do differently, by the request id of the step to which it does so, and where it has to be found. */
const CHANGES: Readonly<Record<string, readonly [change: (answer: Passing) => void, places: readonly string[]]>> = {
  'people/policy_of_the_viewer': [(answer) => void (answer.status = 200), ['/status']],
  'people/permissions,_consumer': [replaced('"allow"', '"Allow"'), ['/body']],
  'people/permissions_without_a_token': [
    ({ headers }) => void headers.splice(headers.indexOf('www-authenticate'), 2),
    ['/headers/www-authenticate'],
  ],
  // White space alone.
  'world/create_plain_glossary': [replaced('","', '", "'), ['/body']],
  // The order of members.
  'world/create_plain_domain': [replaced(/("name":"[^"]*"),("fullyQualifiedName":"[^"]*")/, '$2,$1'), ['/body']],
  // Another id in the place of the first one.
  'world/create_hidden_glossary': [replaced(/[0-9a-f]{8}(?=-)/, '01234567'), ['/body/id']],
  // A time that is not that of the step.
  'world/create_hidden_domain': [
    replaced(/"updatedAt":\d+/, `"updatedAt":${Date.now() - 60_000}`),
    ['/body/updatedAt'],
  ],
  // A number as a text.
  'world/create_hidden_table': [replaced(/"updatedAt":(\d+)/, '"updatedAt":"$1"'), ['/body/updatedAt']],
  // The tag of another version.
  'world/create_hidden_topic': [
    ({ headers }) => void (headers[headers.findIndex((name) => name.toLowerCase() === 'etag') + 1] = '"0.2-other"'),
    ['/headers/etag'],
  ],
  'world/create_plain_table': [
    (answer) => {
      const { columns } = JSON.parse(answer.body) as { columns: object[] };
      const text = /"columns": ?\[.*?\}\]/.exec(answer.body)?.[0] as string;
      answer.body = answer.body.replace(text, `"columns": ${JSON.stringify(columns.reverse())}`);
    },
    ['/body/columns/0/name'],
  ],
};

describe('what another build would answer differently is found', () => {
  let differences: Difference[] = [];

  beforeAll(async () => {
    const script = chapters('small').filter(({ name }) => name === 'people' || name === 'world');
    const recorded = readTranscript(script);
    const product = await Product.start(Build.own());
    const changes = Object.fromEntries(Object.entries(CHANGES).map(([id, [change]]) => [id, change]));
    const proxy = await ChangingProxy.start(product.baseUrl, changes);
    const runner = new Runner({ baseUrl: proxy.baseUrl, token: (caller) => product.token(caller) });
    try {
      for (const chapter of script) {
        const exchanges: Exchange[] = [];
        for await (const exchange of runner.run(chapter)) exchanges.push(exchange);
        differences = [...differences, ...compareRecorded(chapter, recorded.get(chapter.name) ?? [], exchanges)];
      }
    } finally {
      runner.close();
      proxy.stop();
      await product.stop();
    }
  });

  const idOf = ({ chapter, label }: Difference): string => `${chapter}/${label.replaceAll(' ', '_')}`;

  it.each(Object.entries(CHANGES))('%s', (id, [, places]) => {
    const found = differences.filter((one) => idOf(one) === id).flatMap((one) => one.places);
    expect(found).toEqual(expect.arrayContaining([expect.stringMatching(`^(${places.join('|')})`)]));
  });

  it('and nothing else is', () => {
    const others = differences.filter((one) => CHANGES[idOf(one)] === undefined);
    // What follows from an answer that was changed: the id that it gave is unknown.
    expect(others.filter(({ text }) => !text.includes('01234567')).map(({ text }) => text)).toEqual([]);
  });
});

describe('an answer without what is another one in each run', () => {
  const start = Date.now();
  const [one, other] = ['0b0e8d7a-8f2c-4c0f-9a52-1c9f0f4bfb11', '1c9f0f4b-8f2c-4c0f-9a52-0b0e8d7a8f2c'];
  const normaliser = (): Normaliser => {
    const made = new Normaliser(start);
    made.begin('a/first', true, '');
    return made;
  };

  it.each([
    ['equal ids are equal', `${one} ${other} ${one}`, '<id 1 of a/first> <id 2 of a/first> <id 1 of a/first>'],
    ['a time is that of its step', '"updatedAt":{now}', '"updatedAt":<time of a/first>'],
    ['also as a text', '"{today}"', '"<time of a/first>"'],
    ['a day of another zone goes by none of the clock', '{hour}', '<start of a day or an hour>'],
    ['a time long ago stays', '1763612345678', '1763612345678'],
    ['a number that is no time stays', '12345678901234567', '12345678901234567'],
    ['a duration is one', '"took":17,"executionTime": 3', '"took":<duration>,"executionTime":<duration>'],
    [
      'a part of days goes by the time of day',
      '"notJudged":0,"passRate":71.65',
      '"notJudged":0,"passRate":<part of the time>',
    ],
    ['a share of results stays', '"passRate":66.67', '"passRate":66.67'],
    ['a cursor is opaque', '{"after":"abcdefgh"}', '{"after":"<opaque 1 of a/first>"}'],
    ['a version stays', '"version":0.2', '"version":0.2'],
  ])('%s', (_, text, expected) => {
    const made = normaliser();
    // One hour past midnight, ten days ago.
    const hour = (Math.floor(start / DAY_MS) - 10) * DAY_MS + DAY_MS / 24;
    const body = text
      .replace('{now}', String(Date.now()))
      .replace('{today}', new Date().toISOString())
      .replace('{hour}', String(hour));
    expect(made.answer({ status: 200, headers: [], body: Buffer.from(body) }).body).toBe(expected);
  });

  it('keeps what a request said first', () => {
    const made = normaliser();
    made.begin('a/second', true, `{"id":"${one}","executionTime":3}`);
    const body = Buffer.from(`${one} ${other} "executionTime":3`);
    expect(made.answer({ status: 200, headers: [], body }).body).toBe(`${one} <id 1 of a/second> "executionTime":3`);
  });

  it('names tags, and says where a length is wrong', () => {
    const headers = [
      ['etag', '"0.1-x"'],
      ['content-length', '5'],
      ['date', 'now'],
    ] as const;
    const answer = normaliser().answer({ status: 200, headers, body: Buffer.from('four') });
    expect(answer.headers).toEqual(['content-length: 5', 'etag: "0.1-<tag 1 of a/first>']);
    const ofTime = [['etag', '"1796127333927-x"']] as const;
    const other = normaliser().answer({ status: 200, headers: ofTime, body: Buffer.from('') });
    expect(other.headers).toEqual(['etag: "<time>-<tag 1 of a/first>']);
  });
});

describe('a page of events', () => {
  const event = (name: string, time: string, type = 'entityDeleted'): string =>
    `{"eventType":"${type}","timestamp":<time of ${time}>,"name":"${name} ] } , {"}`;
  const page = (...events: string[]): string => `{"data":[${events.join(',')}],"paging":{}}`;

  it('has those of one request in one order, and keeps that of requests and kinds', () => {
    const mixed = [
      event('c', 'x'),
      event('b', 'y'),
      event('a', 'y'),
      event('d', 'y', 'entityCreated'),
      event('a', 'z'),
    ];
    const ordered = [mixed[0]!, mixed[2]!, mixed[1]!, mixed[3]!, mixed[4]!];
    expect(withOrderedTies(page(...mixed))).toBe(page(...ordered));
    expect(withOrderedTies(page())).toBe(page());
    expect(withOrderedTies('{"data":[2,1]}')).toBe('{"data":[2,1]}');
  });
});

describe('the shortest sequence', () => {
  const step = (label: string): Step => ({ label, as: 'admin', method: 'GET', path: `/q1q/${label}` });
  const labels = (steps: readonly Step[]): string[] => steps.map(({ label }) => label);
  const needs =
    (...needed: string[]) =>
    async (steps: readonly Step[]): Promise<boolean> =>
      needed.every((label) => labels(steps).includes(label));
  const all = Array.from({ length: 37 }, (_, at) => step(String(at)));

  it.each([[[]], [['0']], [['35']], [['3', '20', '21']]])('is that which fails without %j', async (needed) => {
    expect(labels(await shortestFailing(all, needs(...needed), 10_000))).toEqual([...needed, '36']);
  });

  it('is all where they do not fail again, or there is no time', async () => {
    expect(await shortestFailing(all, needs('none'), 10_000)).toHaveLength(37);
    expect(await shortestFailing(all, needs('1'), -1)).toHaveLength(37);
  });

  it('is sent again on other entities', () => {
    expect(underPrefix([step('a')], 'q1q', 'q1x1q')).toEqual([{ ...step('a'), path: '/q1x1q/a' }]);
  });
});

describe('the list of intended differences', () => {
  const answer = (body: string): PlainAnswer => ({ status: 200, headers: [], body });
  const places = differingPlaces(answer('{"a":[{"b":1,"c":<time of x>}]}'), answer('{"a":[{"b":2,"c":<time of y>}]}'));
  const entry = (request: string, pointer: string) => ({ reason: 'meant', request, pointer });

  it.each([
    ['^GET /x', '/body/a/*/b', ['/body/a/0/c']],
    ['^GET /x', '/body/**', []],
    ['^GET /x', '/body/a', ['/body/a/0/b', '/body/a/0/c']],
    ['^PUT', '/body/**', ['/body/a/0/b', '/body/a/0/c']],
  ])('%s %s', (request, pointer, remaining) => {
    const allowed = new AllowedDifferences([entry(request, pointer)]);
    expect(allowed.remaining('GET /x', places)).toEqual(remaining);
    expect(allowed.unneeded()).toHaveLength(remaining.length === 2 ? 1 : 0);
  });

  it('is well-formed', () => expect(() => AllowedDifferences.read()).not.toThrow());
});
