import { ApiDocument } from './document/api-document';
import { Cases, type Case } from './document/cases';
import { nameOf } from './document/operation';
import { World } from './document/world';
import { WatchedApi } from './measure/watched-api';
import { KNOWN, OPEN_CASES } from './open-cases';
import { holdAgainst } from './open-verdict';
import { select, slice } from './selection';
import { judge, type Fault } from './verdict';

/** Only operations whose name has this text, such as `GET /api/v1/search`. */
const ONLY = process.env['SUITE_ONLY'] ?? '';
/** One of several slices of the operations, such as `2/8`. */
const SLICE = process.env['SUITE_SLICE'] ?? '1/1';
const SIZE = process.env['SUITE_SIZE'] === 'full' ? 'full' : 'small';
jest.setTimeout(SIZE === 'full' ? 7_200_000 : 600_000);

/** Methods in the order in which they leave most to those behind them. */
const ORDER = ['GET', 'PATCH', 'PUT', 'POST', 'DELETE'];
const orderOf = (operation: string) => ORDER.indexOf(operation.split(' ', 1)[0]!);

describe('the worst request of every operation', () => {
  let api: WatchedApi;
  beforeAll(async () => {
    api = await WatchedApi.start();
  });
  afterAll(() => api.stop());

  it(`holds nobody up and needs little memory (${SIZE})`, async () => {
    const document = await ApiDocument.fetch(api.service.baseUrl);
    const operations = document.operations();
    const world = await World.make(api.admin, operations);
    const all = new Cases(document, world).all();
    const names = operations.map(nameOf).filter((name) => name.includes(ONLY));
    const wanted = new Set(slice(names, SLICE));
    const cases = select(all, SIZE).filter(({ operation }) => wanted.has(operation));
    const sorted = cases.sort((a, b) => orderOf(a.operation) - orderOf(b.operation));
    const faults: Fault[] = [];
    let most = { ms: 0, MB: 0 };
    const sent: Case[] = [];
    for (const each of sorted) {
      const judged = await judge(api, each, each.make);
      if (!judged) continue;
      sent.push(each);
      if (judged.fault) faults.push(judged.fault);
      else most = { ms: Math.max(most.ms, judged.cost.holdMs), MB: Math.max(most.MB, judged.cost.growthMb) };
    }
    const served = new Set(sorted.map(({ operation }) => operation)).size;
    process.stdout.write(
      `${sent.length} requests to ${served} operations; within the limits at most ${Math.round(most.ms)} ms and ${Math.round(most.MB)} MB\n`,
    );
    const listed = OPEN_CASES.filter(({ operation }) => operation !== KNOWN);
    const { open, faults: unlisted, mended } = holdAgainst(listed, faults, { all, sent });
    if (open.length > 0) process.stdout.write(`still open: ${JSON.stringify(open, undefined, 1)}\n`);
    expect(served).toBe(wanted.size);
    expect({ unlisted, mended }).toEqual({ unlisted: [], mended: [] });
  });
});
