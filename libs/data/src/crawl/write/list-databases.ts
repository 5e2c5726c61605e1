import { joinFqn } from '@app/catalog';
import { SourceError, type Listing, type Scope, type Session } from '@app/sources';
import type { RunSource } from '../../runs/work/data-runner';
import type { CrawlPatterns } from '../filter/select-tables';
import { requireGoingOn, type Crawl } from './crawl';

/**
 * Lists one database after the other and has each worked on before the next one is listed. One that cannot be listed is reported; where
 * none can, the first refusal is thrown.
 * @returns whether a database that is not among them is gone
 * @throws {SourceError}
 */
export async function listDatabases(
  crawl: Crawl,
  source: RunSource,
  patterns: CrawlPatterns,
  work: (listing: Listing) => Promise<void>,
): Promise<boolean> {
  const { engine, config } = source;
  const first = await source.open();
  const configs = await engine.databases(first, config);
  const names = configs.map((one) => engine.databaseName(one));
  const passing = await crawl.filter.passing(names, patterns.databases);
  // An engine gives back the config that it was given where that names the one database there is.
  const isOne = configs.length === 1 && configs[0] === config;
  const list = async (session: Session, of: unknown): Promise<Listing> => {
    try {
      return await engine.introspect(
        session,
        of,
        scopeOf(crawl, (tables) => source.known(engine.databaseName(of), tables)),
      );
    } finally {
      await session.close();
    }
  };
  if (isOne && passing.size) {
    await work(await list(first, config));
    return false;
  }
  await first.close();
  if (isOne) return false;
  let listed = 0;
  let refusal: SourceError | undefined;
  for (const [at, one] of configs.entries()) {
    const name = names[at]!;
    if (!passing.has(name)) continue;
    requireGoingOn(crawl);
    const listing = await attempt(async () => list(await source.open(one), one), crawl);
    if (!(listing instanceof SourceError)) {
      listed++;
      await work(listing);
      continue;
    }
    refusal ??= listing;
    crawl.report.fault({
      code: listing.reason,
      subject: joinFqn(crawl.service.fqn, name),
      message: `The database ${name} could not be listed: ${listing.message}`,
    });
  }
  if (refusal && !listed) throw refusal;
  return !refusal;
}

/** Lists; returns an error of the source, and throws what stops the run. */
async function attempt(work: () => Promise<Listing>, { context }: Crawl): Promise<Listing | SourceError> {
  try {
    return await work();
  } catch (error) {
    if (context.signal.aborted || !(error instanceof SourceError)) throw error;
    return error;
  }
}

function scopeOf({ request, rules: { includeViews, includePartitions } }: Crawl, known: Scope['known']): Scope {
  const { schemas, tables, confirmDeletions } = request;
  return {
    ...{ includeViews, includePartitions, takesChanges: confirmDeletions !== undefined },
    ...{ ...(known && { known }), ...(schemas && { schemas }), ...(tables && { tables }) },
  };
}
