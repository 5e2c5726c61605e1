import { AllowedDifferences } from './compare/allowed';
import { compare, compareRecorded, isUnrecorded, MOST_DIFFERENCES, type Difference } from './compare/comparison';
import { shortestFailing, underPrefix } from './compare/shortest';
import { digestOf, readTranscript, writeTranscript, type Recorded } from './compare/transcript';
import { Build } from './product/build';
import { Product } from './product/product';
import { Runner, type Exchange } from './run/runner';
import { chapters } from './script/chapters';
import { prefixOf } from './script/random-session';
import type { Chapter, Step } from './script/step';

/** A folder with `dist`, or a commit: the build that this one is compared with, in the place of recorded answers. */
const OLD = process.env.EQUIVALENCE_OLD;
const WRITES = process.env.WRITE_TRANSCRIPT !== undefined;
const SIZE = process.env.SUITE_SIZE === 'full' ? 'full' : 'small';
/** How long fewer requests are looked for after which a step still differs. */
const SHORTENING_MS = 60_000;
/** Of what is recorded, all files together. */
const MOST_BYTES = 1024 * 1024;

jest.setTimeout(SIZE === 'full' ? 7_200_000 : 600_000);

const RECORDS = 'WRITE_TRANSCRIPT=1 npm test -- equivalence equivalence.gen records them';

const say = (line: string): boolean => process.stdout.write(`${line}\n`);
/** What differs, then in one line what cannot be compared since the script is another one than that which is recorded. */
function textsOf(differences: readonly Difference[]): string[] {
  const [unrecorded, others] = [differences.filter(isUnrecorded), differences.filter((one) => !isUnrecorded(one))];
  const first = unrecorded.slice(0, 3).map(({ text }) => text);
  return [
    ...others.slice(0, MOST_DIFFERENCES).map(({ text }) => text),
    ...(first.length
      ? [`${unrecorded.length} steps are not recorded as they are: ${first.join('; ')}. ${RECORDS}`]
      : []),
  ];
}

async function withRunners<T>(
  builds: readonly Build[],
  work: (runners: Runner[], products: Product[]) => Promise<T>,
): Promise<T> {
  const started = await Promise.allSettled(builds.map((build) => Product.start(build)));
  const products = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const runners = products.map((product) => new Runner(product));
  try {
    for (const one of started) if (one.status === 'rejected') throw one.reason;
    return await work(runners, products);
  } finally {
    for (const runner of runners) runner.close();
    await Promise.all(products.map((product) => product.stop()));
  }
}

/** Answers of this build to the script. */
async function answers(script: readonly Chapter[]): Promise<Map<string, Exchange[]>> {
  return withRunners([Build.own()], async ([runner]) => {
    const all = new Map<string, Exchange[]>();
    for (const chapter of script) {
      const exchanges: Exchange[] = [];
      for await (const exchange of (runner as Runner).run(chapter)) exchanges.push(exchange);
      all.set(chapter.name, exchanges);
    }
    return all;
  });
}

if (OLD === undefined) {
  it(WRITES ? 'records its answers' : 'answers as it is recorded', async () => {
    const script = chapters('small');
    const known = readTranscript(script);
    const now = await answers(script);
    const differences = script.flatMap((chapter) =>
      compareRecorded(chapter, known.get(chapter.name) ?? [], now.get(chapter.name) ?? []),
    );
    const steps = script.reduce((sum, chapter) => sum + chapter.steps.length, 0);
    if (!WRITES) {
      const hint = differences.length ? `; where all that is meant, ${RECORDS}` : '';
      say(`${steps} requests, ${differences.length} answers unlike those that are recorded${hint}`);
      expect(textsOf(differences)).toEqual([]);
      return;
    }
    const bytes = writeTranscript(new Map(script.map((chapter) => [chapter.name, recordedOf(chapter, now)])));
    say(
      [
        ...textsOf(differences),
        `${steps} answers recorded, ${differences.length} of them new or changed: ${bytes} bytes`,
      ].join('\n'),
    );
    expect(bytes).toBeLessThan(MOST_BYTES);
  });
} else {
  it(`answers as ${OLD} does (${SIZE})`, async () => {
    const allowed = AllowedDifferences.read();
    const script = chapters(SIZE);
    const builds = [await Build.of(OLD), Build.own()];
    const differences: Difference[] = [];
    await withRunners(builds, async (runners, products) => {
      for (const chapter of script) {
        const found = await compareChapter(chapter, runners as [Runner, Runner], allowed);
        differences.push(...found, ...(await shortened(chapter, found[0], runners as [Runner, Runner], allowed)));
        if (differences.length >= MOST_DIFFERENCES) break;
      }
      const [old, now] = await Promise.all(products.map((product) => product.rowCounts()));
      differences.push(...unlikeCounts(old as Counts, now as Counts));
    });
    say(`${script.reduce((sum, chapter) => sum + chapter.steps.length, 0)} requests to each build`);
    expect(textsOf(differences)).toEqual([]);
    if (SIZE === 'full') expect(allowed.unneeded()).toEqual([]);
  });
}

const recordedOf = (chapter: Chapter, now: ReadonlyMap<string, readonly Exchange[]>): Recorded[] =>
  (now.get(chapter.name) ?? []).map((one, at) => ({ ...one, step: digestOf(chapter.steps[at]!) }));

async function compareChapter(
  chapter: Chapter,
  [old, now]: [Runner, Runner],
  allowed: AllowedDifferences,
): Promise<Difference[]> {
  const differences: Difference[] = [];
  const [ofOld, ofNow] = [old.run(chapter), now.run(chapter)];
  for (const step of chapter.steps) {
    const [one, other] = await Promise.all([ofOld.next(), ofNow.next()]);
    const found = compare(chapter, step, (one.value as Exchange).answer, (other.value as Exchange).answer, allowed);
    if (found) differences.push(found);
  }
  return differences;
}

let attempts = 0;

/** Of a random session that differs: the fewest of its requests after which the step still does. */
async function shortened(
  chapter: Chapter,
  difference: Difference | undefined,
  runners: [Runner, Runner],
  allowed: AllowedDifferences,
): Promise<Difference[]> {
  const seed = /^random (\d+)$/.exec(chapter.name)?.[1];
  if (seed === undefined || !difference) return [];
  const until = chapter.steps.findIndex(({ label }) => label === difference.label);
  const fails = async (steps: readonly Step[]): Promise<boolean> => {
    const again = underPrefix(steps, prefixOf(seed), prefixOf(`${seed}x${++attempts}`));
    const found = await compareChapter({ name: `attempt ${attempts}`, steps: again }, runners, allowed);
    return found.some(({ label }) => label === difference.label);
  };
  const steps = await shortestFailing(chapter.steps.slice(0, until + 1), fails, SHORTENING_MS);
  const lines = steps.map(
    ({ as, method, path, body }) => `    ${as}: ${method} ${path} ${JSON.stringify(body ?? '').slice(0, 300)}`,
  );
  const text = `${chapter.name}/${difference.label} differs after\n${lines.join('\n')}`;
  return [{ ...difference, text }];
}

type Counts = Readonly<Record<string, number>>;

/** Tables of both schemas that do not have as many rows. */
function unlikeCounts(old: Counts, now: Counts): Difference[] {
  const unlike = Object.keys(old).filter((table) => now[table] !== undefined && now[table] !== old[table]);
  return unlike.map((table) => ({
    chapter: 'tables',
    label: table,
    places: ['/count'],
    text: `table ${table}: ${old[table]} rows in the old build, ${now[table]} in the new one`,
  }));
}
