import { seededContract } from '../contract-read/dataset';
import { Asker, requestBytes } from '../load/asker';
import { cpuMicrosBetween, family, readCpu } from '../measure/process-cost';
import { quantile } from '../measure/quantile';
import { untilSteady } from '../measure/until-steady';
import { JUDGED } from './judged-contracts';
import type { Rivals } from './rivals';

export interface IdleSide {
  /** By slice, in ms. */
  readonly p50: number[];
  readonly p99: number[];
  readonly all: number[];
  /** µs in all: of the side's two processes, and of PostgreSQL. */
  cpu: number;
  databaseCpu: number;
}

export interface IdleResult {
  readonly floor: IdleSide;
  readonly product: IdleSide;
  readonly faults: readonly string[];
}

interface Judged {
  readonly contractExecutionStatus: string;
  readonly schemaValidation?: { readonly total: number };
  readonly semanticsValidation?: { readonly total: number };
  readonly qualityValidation?: { readonly total: number; readonly passed: number };
  readonly slaValidation?: object;
}

export interface IdleSize {
  readonly tested: number;
  readonly pairs: number;
  /** Requests of a slice, one after the other. */
  readonly requests: number;
  /** Rounds of the warm-up, at most. */
  readonly warmUps: number;
  readonly log: (line: string) => void;
}

/** Requests of a round of the warm-up. */
const WARM_UP = 100;

/** W2a: POST → terminal answer, one at a time, while nothing else is done. */
export async function measureIdle(rivals: Rivals, postmaster: number, size: IdleSize): Promise<IdleResult> {
  const { api, worker, floorAsk, floorWork } = rivals;
  const [floor, product] = [newSide(), newSide()];
  const faults: string[] = [];
  const askers = { floor: await Asker.open(floorAsk.port), product: await Asker.open(api.port) };
  let n = 0;
  const headers = { Authorization: `Bearer ${api.client.token}` };
  const next = (): string => seededContract(1 + (n++ % size.tested)).id;
  const askFloor = (): Promise<number> => one(askers.floor, requestBytes('POST', `/${next()}`, {}), faults, false);
  const askProduct = (): Promise<number> =>
    one(askers.product, requestBytes('POST', `/api/v1/dataContracts/${next()}/validate`, headers), faults, true);
  try {
    await untilSteady(async () => {
      const start = performance.now();
      for (let count = 0; count < WARM_UP; count++) {
        await askFloor();
        await askProduct();
      }
      return WARM_UP / (performance.now() - start);
    }, size.warmUps);
    for (let pair = 0; pair < size.pairs; pair++) {
      await slice(floor, askFloor, size.requests, [floorAsk.pid, floorWork.pid], postmaster);
      await slice(product, askProduct, size.requests, [api.pid, worker.pid], postmaster);
      size.log(`idle, pair ${pair + 1} of ${size.pairs}: p50 ${lastText(product)} ÷ ${lastText(floor)} ms`);
    }
  } finally {
    askers.floor.close();
    askers.product.close();
  }
  return { floor, product, faults };
}

const lastText = ({ p50 }: IdleSide): string => (p50.at(-1) ?? NaN).toFixed(1);

const newSide = (): IdleSide => ({ p50: [], p99: [], all: [], cpu: 0, databaseCpu: 0 });

async function slice(
  side: IdleSide,
  ask: () => Promise<number>,
  requests: number,
  pids: readonly number[],
  postmaster: number,
): Promise<void> {
  const own = readCpu(pids);
  const database = readCpu(family(postmaster));
  const times: number[] = [];
  for (let n = 0; n < requests; n++) times.push(await ask());
  side.cpu += cpuMicrosBetween(own, readCpu(pids));
  side.databaseCpu += cpuMicrosBetween(database, readCpu(family(postmaster)));
  side.all.push(...times);
  const sorted = times.sort((a, b) => a - b);
  side.p50.push(quantile(sorted, 0.5));
  side.p99.push(quantile(sorted, 0.99));
}

async function one(asker: Asker, request: Buffer, faults: string[], isProduct: boolean): Promise<number> {
  const { status, body, ms } = await asker.ask(request);
  const fault = status === 200 ? answerFault(body, isProduct) : `${status} ${body.toString()}`;
  if (fault !== undefined && faults.length < 5) faults.push(`${isProduct ? 'product' : 'floor'}: ${fault}`);
  return ms;
}

/** The whole contract was judged: no part of it may be left out to be quick. */
function answerFault(body: Buffer, isProduct: boolean): string | undefined {
  const judged = JSON.parse(body.toString()) as Judged;
  const {
    contractExecutionStatus: status,
    schemaValidation,
    semanticsValidation,
    qualityValidation,
    slaValidation,
  } = judged;
  if (!isProduct) return status === 'Success' ? undefined : `${status} instead of Success`;
  const found = [status, schemaValidation?.total, semanticsValidation?.total, qualityValidation?.passed].join();
  const expected = ['PartialSuccess', JUDGED.columns, JUDGED.rules, JUDGED.tests].join();
  return found === expected && slaValidation ? undefined : `${found} instead of ${expected}, with an SLA`;
}
