/** Comments of the source: of the object itself under the empty name, of columns under their path. */
export type Comments = Readonly<Record<string, string>>;

/** The name under which the comment of the object itself stands. */
export const OWN = '';

/**
 * A description that follows the comment of the source: where there is none, or where it still is the comment of the crawl before. What
 * people wrote stays.
 *
 * @param current in the catalog
 * @param comment in the source now
 * @param before the comment when it was crawled last
 */
export function followedDescription(
  current: unknown,
  comment: string | undefined,
  before: string | undefined,
): string | undefined {
  const is = typeof current === 'string' ? current : undefined;
  if (is !== undefined && is !== '' && is !== before) return is;
  // An empty description is none, and no reason for a version.
  return comment ?? (is === '' ? is : undefined);
}
