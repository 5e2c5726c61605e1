import type { Readable } from 'node:stream';
import { AppError, badRequest, MOST_MEMBERS, parseLargeJson, parseStrictJson, TimeSlice } from '@app/common';
import { RecordSplitter, type RawRecord, type Section } from './record-splitter';

export type { Section } from './record-splitter';

/** @param key of the member, or the index of the item; '' for a section that is read as a whole */
export type TakeRecord = (section: string, key: string, value: unknown) => void;

/**
 * Reads a JSON object of any size as it arrives and passes on the records of the selected sections one by one, each validated
 * against the rules of a JSON body. Other sections are skipped. It yields to the event loop every few tens of milliseconds.
 *
 * @param what names the document in messages
 * @throws {AppError} BAD_REQUEST for text that is not JSON, has values that cannot be stored, or names a section or a record of one twice
 */
export async function readRecords(
  source: Readable,
  what: string,
  sections: Readonly<Record<string, Section>>,
  take: TakeRecord,
): Promise<void> {
  const records = new RecordReader(what, sections, take);
  const slice = new TimeSlice();
  for await (const chunk of source) {
    for (const record of records.splitter.split(chunk as Buffer)) {
      await records.read(record);
      await slice.turn();
    }
    await slice.turn();
  }
  records.splitter.end();
}

class RecordReader {
  readonly splitter: RecordSplitter;
  private readonly members = new Set<string>();
  /** Keys met in the section that is being read. */
  private readonly keys = new Set<string>();
  private index = 0;

  constructor(
    private readonly what: string,
    private readonly sections: Readonly<Record<string, Section>>,
    private readonly take: TakeRecord,
  ) {
    this.splitter = new RecordSplitter(what, (written) => this.enter(written));
  }

  async read({ section, key, value }: RawRecord): Promise<void> {
    const name = JSON.stringify(section);
    if (this.sections[section] === 'whole') {
      const members = await this.parsed(section, [`{${name}:`, value, '}']);
      return this.take(section, '', members[section]);
    }
    const written = key ?? JSON.stringify(String(this.index++));
    const members = await this.parsed(section, [`{${name}:{`, written, ':', value, '}}']);
    const [record] = Object.entries(members[section] as Record<string, unknown>);
    if (!record) return;
    if (this.keys.has(record[0])) throw this.fault(`the key ${shown(record[0])} of ${section} is given twice`);
    this.keys.add(record[0]);
    this.take(section, ...record);
  }

  /** A record with its enclosing names, so that faults name its path. */
  private async parsed(section: string, parts: readonly (Buffer | string)[]): Promise<Record<string, unknown>> {
    try {
      const text = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
      return (await parseLargeJson(text)) as Record<string, unknown>;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // A fault of the record as a whole names no path in it.
      throw this.fault(error.details?.[0]?.field ? error.message : `a record of ${section}: ${error.message}`);
    }
  }

  private enter(written: Buffer): { section: string; how: Section | undefined } {
    const section = String(parseStrictJson(written));
    if (this.members.has(section)) throw this.fault(`the key ${shown(section)} is given twice`);
    if (this.members.size === MOST_MEMBERS) throw this.fault(`it has more than ${MOST_MEMBERS} members`);
    this.members.add(section);
    this.keys.clear();
    this.index = 0;
    return { section, how: Object.hasOwn(this.sections, section) ? this.sections[section] : undefined };
  }

  private fault(reason: string): Error {
    return badRequest(`${this.what}: ${reason}`, [{ field: this.what, message: reason }]);
  }
}

const shown = (key: string): string => JSON.stringify(key.slice(0, 256));
