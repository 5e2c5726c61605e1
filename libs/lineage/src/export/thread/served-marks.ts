/** Slots: active requests, and the start time in ms of the last one, truncated to 31 bits. */
const UNDER_WAY = 0;
const LAST = 1;
const BITS = 0x7fffffff;

/** Shared memory of the service and the export thread: whether other requests are active. */
export type ServedMarks = Int32Array<SharedArrayBuffer>;

export const newMarks = (): ServedMarks => new Int32Array(new SharedArrayBuffer(8));

export function markBegin(marks: ServedMarks): void {
  Atomics.add(marks, UNDER_WAY, 1);
  Atomics.store(marks, LAST, Date.now() & BITS);
}

export function markEnd(marks: ServedMarks): void {
  Atomics.sub(marks, UNDER_WAY, 1);
}

export const underWay = (marks: ServedMarks): number => Atomics.load(marks, UNDER_WAY);

/** Whether another request was active within the last `within` ms. */
export function isServing(marks: ServedMarks, within: number): boolean {
  return underWay(marks) > 0 || ((Date.now() - Atomics.load(marks, LAST)) & BITS) < within;
}
