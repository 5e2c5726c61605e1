/** One connection each; the API has two cores beside the test. */
const AT_ONCE = 6;

/** Does the work for each, in their order, several at the same time. For what does not depend on each other. */
export async function severalAtOnce<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items.values();
  const one = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, one));
}
