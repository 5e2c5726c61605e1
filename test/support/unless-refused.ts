/**
 * A suite that needs something that is not everywhere. `refusal` says why it cannot run; undefined runs it. Jest runs the body
 * of `describe.skip` all the same, to collect its tests: one that reads a missing folder would fail the run. Here the body of
 * a suite that is left out is not run.
 */
export function describeUnless(refusal: string | undefined, title: string, body: () => void): void {
  if (refusal === undefined) describe(title, body);
  else describe(title, () => it.skip(`skipped: ${refusal}`, () => undefined));
}

/** One test that needs something that is not everywhere. */
export function itUnless(
  refusal: string | undefined,
  title: string,
  body: jest.ProvidesCallback,
  timeoutMs?: number,
): void {
  if (refusal === undefined) it(title, body, timeoutMs);
  else it.skip(`${title} (skipped: ${refusal})`, body);
}
