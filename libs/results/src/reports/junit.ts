import { badRequest, TimeSlice } from '@app/common';
import {
  between,
  faultOfRun,
  latestOf,
  notTooMany,
  timeOf,
  type CheckOutcome,
  type ReportedCheck,
  type ToolReport,
} from './tool-report';

/** Passages between two tags, and whether each is text of the element around it. */
const PASSAGES = [
  ['<!--', '-->', false],
  ['<![CDATA[', ']]>', true],
  ['<?', '?>', false],
] as const;
// Each has an end that is near: an expression that may go on for megabytes runs out of stack.
const END_TAG = /<\/([\w:.-]{1,256})\s{0,1000}>/y;
const START_TAG = /<([\w:.-]{1,256})/y;
const ATTRIBUTE = /\s{1,1000}([\w:.-]{1,256})\s{0,1000}=\s{0,1000}(["'])/y;
const END_OF_TAG = /\s{0,1000}(\/?)>/y;
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ...([
    ['lt', '<'],
    ['gt', '>'],
    ['amp', '&'],
  ] as const),
  ...([
    ['quot', '"'],
    ['apos', "'"],
  ] as const),
]);
/** Elements within each other. */
const DEEPEST = 64;
const MOST_ATTRIBUTES = 100;
/** Characters of a text or an attribute that are read. Results store far less, and no step may take long. */
const LONGEST = 65_536;

const OUTCOMES: ReadonlyMap<string, CheckOutcome> = new Map([
  ['failure', 'failed'],
  ['error', 'error'],
  ['skipped', 'skipped'],
]);

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/**
 * The report that most test runners write: test suites with test cases. All checks are quality checks, since it does not say more.
 *
 * @throws {AppError} BAD_REQUEST where it is not XML of that form, or contains a document type, whose entities are not resolved
 */
export async function readJunit(xml: string): Promise<ToolReport> {
  const root = await parseXml(xml);
  if (root.name !== 'testsuites' && root.name !== 'testsuite')
    throw badRequest(`The report begins with <${root.name}>; JUnit's begins with <testsuites> or <testsuite>`);
  const suites = notTooMany(suitesOf(root), 'suites');
  const ends = suites.flatMap(({ attributes: { timestamp, time } }) => {
    const start = timeOf(timestamp);
    return start === undefined ? [] : [{ start, end: start + Math.round((Number(time) || 0) * 1000) }];
  });
  const end = latestOf(ends.map((one) => one.end));
  const start = ends.reduce<number | undefined>((first, one) => Math.min(first ?? one.start, one.start), undefined);
  return { timestamp: end, executionTime: between(start, end), checks: checksOfAll(suites) };
}

function* checksOfAll(suites: readonly Element[]): Generator<ReportedCheck> {
  for (const suite of suites) {
    const checks = checksOf(suite);
    yield* checks;
    yield* faultsWithoutCase(suite, checks);
  }
}

/** A suite that could not begin counts an error and has no test case for it. What stands in suites below is counted by both. */
function faultsWithoutCase({ attributes, children }: Element, checks: readonly ReportedCheck[]): ReportedCheck[] {
  if (children.some(({ name }) => name === 'testsuite')) return [];
  const counted = (Number(attributes.errors) || 0) + (Number(attributes.failures) || 0);
  const missing = counted - checks.filter(({ outcome }) => outcome === 'error' || outcome === 'failed').length;
  if (missing <= 0) return [];
  const said = children.find(({ name }) => OUTCOMES.has(name));
  const message = (said && (said.attributes.message ?? said.text).trim()) || `${missing} errors without a test case`;
  return [{ ...faultOfRun(message), ...(attributes.name && { subject: attributes.name }) }];
}

/** Every suite at any depth: suites may contain suites. */
function suitesOf(element: Element): Element[] {
  const inside = element.children.filter(({ name }) => name === 'testsuite').flatMap(suitesOf);
  return element.name === 'testsuite' ? [element, ...inside] : inside;
}

function checksOf({ attributes: suite, children }: Element): ReportedCheck[] {
  return children
    .filter(({ name }) => name === 'testcase')
    .map(({ attributes: { name = 'test', classname }, children: said }) => {
      const fault = said.find((one) => OUTCOMES.has(one.name));
      const message = fault && (fault.attributes.message ?? fault.text).trim();
      return {
        name,
        outcome: (fault && OUTCOMES.get(fault.name)) ?? 'passed',
        dimension: 'quality',
        subject: classname || suite.name || undefined,
        message: message || undefined,
      };
    });
}

async function parseXml(xml: string): Promise<Element> {
  const slice = new TimeSlice();
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  const text = xml.replace(/^\uFEFF/, '');
  for (let at = 0; at < text.length;) {
    await slice.turn();
    const token = tokenAt(text, at);
    const parent = open.at(-1) as Element;
    if (!token || (token.ended !== undefined && (open.length < 2 || open.pop()?.name !== token.ended)))
      throw notXml(text, at);
    if (token.text && parent.text.length < LONGEST) parent.text += token.text;
    if (token.started) {
      parent.children.push(token.started);
      if (!token.isEmpty) open.push(token.started);
      if (open.length > DEEPEST) throw badRequest(`The report has more than ${DEEPEST} elements within each other`);
    }
    at = token.next;
  }
  const [root, second] = top.children;
  if (!root || second || open.length > 1) throw notXml(text, text.length);
  return root;
}

interface Token {
  /** Where the next one begins. */
  readonly next: number;
  readonly text?: string;
  readonly started?: Element;
  /** Whether what has started ends with it. */
  readonly isEmpty?: boolean;
  readonly ended?: string;
}

/** Undefined: it is none. */
function tokenAt(text: string, at: number): Token | undefined {
  if (text[at] !== '<') {
    const next = text.indexOf('<', at);
    const end = next < 0 ? text.length : next;
    return { next: end, text: unescaped(text.slice(at, end)) };
  }
  for (const [mark, last, isText] of PASSAGES) {
    if (!text.startsWith(mark, at)) continue;
    const [from, end] = [at + mark.length, text.indexOf(last, at + mark.length)];
    if (end < 0) return undefined;
    return { next: end + last.length, text: isText ? text.slice(from, end).slice(0, LONGEST) : '' };
  }
  const ended = matchAt(END_TAG, text, at);
  return ended ? { next: END_TAG.lastIndex, ended: ended[1] as string } : startTag(text, at);
}

function startTag(text: string, at: number): Token | undefined {
  const name = matchAt(START_TAG, text, at)?.[1];
  if (name === undefined) return undefined;
  const attributes: [string, string][] = [];
  let next = START_TAG.lastIndex;
  for (let found = matchAt(ATTRIBUTE, text, next); found; found = matchAt(ATTRIBUTE, text, next)) {
    const from = ATTRIBUTE.lastIndex;
    const end = text.indexOf(found[2] as string, from);
    const value = text.slice(from, end);
    if (end < 0 || value.includes('<')) return undefined;
    attributes.push([found[1] as string, unescaped(value)]);
    if (attributes.length > MOST_ATTRIBUTES)
      throw badRequest(`An element of the report has more than ${MOST_ATTRIBUTES} attributes`);
    next = end + 1;
  }
  const last = matchAt(END_OF_TAG, text, next);
  const started = { name, attributes: Object.fromEntries(attributes), children: [], text: '' };
  return last && { next: END_OF_TAG.lastIndex, started, isEmpty: last[1] === '/' };
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | undefined {
  expression.lastIndex = at;
  return expression.exec(text) ?? undefined;
}

const notXml = (text: string, at: number) =>
  badRequest(`The report is not XML: line ${text.slice(0, at).split('\n').length} cannot be read`);

/** Entities of XML itself and characters by number; others stay as they are. */
function unescaped(text: string): string {
  return text
    .slice(0, LONGEST)
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w+));/gi, (all, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES.get(name) ?? all;
      const point = parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10);
      return point > 0 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) ? String.fromCodePoint(point) : all;
    });
}
