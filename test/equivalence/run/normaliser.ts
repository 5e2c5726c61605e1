import { withOrderedTies } from './event-ties';
import { dayOf } from './names';
import type { WireAnswer } from './wire-client';

/** An answer in which everything that is another one in each run is a placeholder. */
export interface PlainAnswer {
  readonly status: number;
  /** `name: value`, in the order of the names. */
  readonly headers: readonly string[];
  /** Bytes that are no UTF-8 stand as base64. */
  readonly body: string;
}

const DAY_MS = 86_400_000;
/** Days of each time zone begin at one. */
const QUARTER_MS = 900_000;
/** Times so long before the run are placed by the day, and as far behind it as schedules look ahead. */
const BEFORE_MS = 62 * DAY_MS;
const AFTER_MS = 800 * DAY_MS;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;
const EPOCH_MS = /(?<![\w.-])1[5-9]\d{11}(?![\w.])/g;
const ISO = /\b20\d\d-[01]\d-[0-3]\d(?:T[0-2]\d:[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:?\d\d))?/g;
const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/** Sent with each answer by Node itself, or of the connection. */
const LEFT_OUT = new Set(['date', 'connection', 'keep-alive']);
/** Members that hold how long something took: their digits differ, that there is a number does not. */
const DURATION = /"(took|executionTime)":\s?\d+(\.\d+)?/g;
/** Texts that are made of random bits or signed with the key of the installation. */
const OPAQUE = /"(after|before|refreshToken|accessToken|secret|hash|hashBefore|hashAfter)":(\s?)"([^"\\]{6,})"/g;
/** Positions among all that is written, which others take in between: those of events and of the audit. */
const POSITION = /"id":\s?\d+(?=[,}])/g;
/** Records of the audit are put into blocks in their own time. */
const BLOCK = /,"block":\s?\d+/g;
/** Counts by status, as the database grouped them. */
const COUNTS = /(?<="byStatus":\s?\{)[^{}]*(?=\})/g;
/** The dimensions of a run are judged beside each other; what one event says ends before an empty line. */
const DIMENSIONS = /(?:id: \d+\nevent: dimension\n[^\n]*\n\n)+/g;
/** A cursor of which a message shows the beginning. */
const CUT_CURSOR = /(?<=cursor \\?")[\w-]{30,}(?=…)/g;
/** The part of the days of a report in which contracts passed: it goes by the time of day. */
const PART_OF_TIME = /(?<="notJudged":\s?\d+,\s?)"passRate":\s?\d+\.\d+/g;

/** A writing request, and when it was sent. */
interface Window {
  readonly label: string;
  readonly from: number;
}

/**
 * Replaces ids, times, tags, cursors and tokens by placeholders that name the step in which they were first seen (times: the writing step in
 * which they lie), so that what is equal stays equal, what is not stays different, and a step that differs does not change the names in all
 * that follow. What a request said first stays as it is.
 */
export class Normaliser {
  private readonly placeholders = new Map<string, string>();
  private readonly counts = new Map<string, number>();
  private readonly windows: Window[];
  private readonly said = new Set<string>();
  private label = '';
  private began = 0;

  /** @param start of the run, in epoch ms: `{{ago:…}}` counts from here */
  constructor(private readonly start: number) {
    this.windows = [{ label: 'setup', from: start - DAY_MS / 8 }];
  }

  /** A step begins. What its request says and no answer has said before is not random. */
  begin(label: string, writes: boolean, request: string): void {
    this.label = label;
    this.began = Date.now();
    if (writes) this.windows.push({ label, from: Date.now() });
    for (const member of request.match(DURATION) ?? []) this.said.add(plain(member));
    for (const id of request.match(UUID) ?? []) if (!this.placeholders.has(`id ${id}`)) this.said.add(id);
    for (const time of request.match(EPOCH_MS) ?? []) if (!this.isOfRun(Number(time))) this.said.add(time);
    for (const text of request.match(ISO) ?? []) if (!this.isOfRun(Date.parse(text))) this.said.add(text);
  }

  answer({ status, headers, body }: WireAnswer): PlainAnswer {
    const text = textOf(body);
    const kept = headers.filter(([name]) => !LEFT_OUT.has(name));
    const lines = kept.map(([name, value]) => `${name}: ${this.header(name, value, body.length)}`);
    return { status, headers: lines.sort(), body: withOrderedTies(this.text(text)) };
  }

  text(text: string): string {
    return text
      .replace(DIMENSIONS, (events) => events.split('\n\n').map(withoutId).sort().join('\n\n'))
      .replace(COUNTS, (counts) => counts.split(/,\s?/).sort().join())
      .replace(BLOCK, '')
      .replace(POSITION, '"id":<position>')
      .replace(PART_OF_TIME, '"passRate":<part of the time>')
      .replace(DURATION, (member, name: string) => (this.said.has(plain(member)) ? member : `"${name}":<duration>`))
      .replace(
        OPAQUE,
        (_, name: string, space: string, value: string) => `"${name}":${space}"${this.named('opaque', value)}"`,
      )
      .replace(CUT_CURSOR, (cut) => this.named('cursor', cut))
      .replace(TOKEN, (token) => this.named('token', token))
      .replace(UUID, (id) => (this.said.has(id) ? id : this.named('id', id.toLowerCase())))
      .replace(ISO, (time) => this.isoTime(time))
      .replace(EPOCH_MS, (time) => this.time(time, Number(time)));
  }

  private header(name: string, value: string, length: number): string {
    // The version that it shows is no secret: If-Match goes by it.
    if (name === 'etag') {
      const version = /^(?:W\/)?"(?:[\d.]+-)?/.exec(value)?.[0] ?? '';
      return `${version.replace(EPOCH_MS, '<time>')}${this.named('tag', value)}`;
    }
    // Placeholders are not as long as what they stand for.
    if (name === 'content-length') return value === String(length) ? '<length>' : value;
    if (name === 'set-cookie')
      return this.text(value).replace(/=[\w.-]{20,}/, (secret) => `=${this.named('cookie', secret)}`);
    return this.text(value);
  }

  private named(kind: string, value: string): string {
    const key = `${kind} ${value}`;
    const known = this.placeholders.get(key);
    if (known !== undefined) return known;
    const count = (this.counts.get(`${kind} ${this.label}`) ?? 0) + 1;
    this.counts.set(`${kind} ${this.label}`, count);
    const placeholder = `<${kind} ${count} of ${this.label}>`;
    this.placeholders.set(key, placeholder);
    return placeholder;
  }

  private isoTime(text: string): string {
    if (this.said.has(text)) return text;
    const time = Date.parse(text);
    if (Number.isNaN(time)) return text;
    if (text.length > 10) return this.time(text, time);
    const days = Math.round((time - Date.parse(dayOf(this.start))) / DAY_MS);
    return Math.abs(days) <= BEFORE_MS / DAY_MS ? `<day ${days}>` : text;
  }

  private time(text: string, time: number): string {
    if (this.said.has(text) || time < this.start - BEFORE_MS || time > this.start + AFTER_MS) return text;
    const now = Date.now();
    if (time > now + 1_000) return '<later>';
    const window = this.windows.findLast(({ from }) => from <= time);
    if (window) return `<time of ${window.label}>`;
    if (time % DAY_MS === 0) return `<midnight ${this.daysAgo(time)}>`;
    // Of a window of days in some zone: how far it lies back goes by the time of day.
    if (time % QUARTER_MS === 0) return '<start of a day or an hour>';
    const days = Math.floor((now - time) / DAY_MS);
    const isOfNow = now - days * DAY_MS - time <= now - this.began;
    return isOfNow ? `<${days} days ago>` : `<ago ${this.start - time}>`;
  }

  private daysAgo(time: number): number {
    return Math.round((time - Date.parse(dayOf(this.start))) / DAY_MS);
  }

  private isOfRun(time: number): boolean {
    return time >= this.start - BEFORE_MS && time <= this.start + AFTER_MS;
  }
}

const withoutId = (event: string): string => event.replace(/^id: \d+\n/, '');

const plain = (member: string): string => member.replace(/\s/g, '');

function textOf(body: Buffer): string {
  const text = body.toString('utf8');
  return Buffer.from(text, 'utf8').equals(body) ? text : body.toString('base64');
}
