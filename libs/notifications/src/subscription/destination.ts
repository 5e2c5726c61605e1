import { badRequest, invalidFields } from '@app/common';
import { newSecret } from '../sending/signature';
import type { AddressGuard } from '../sending/address-guard';
import type { DestinationDocument, SealedDestination, SentSubscription } from './subscription';

/** What stands in place of a part of an address that is secret. */
const HIDDEN = '***';

type SentDestination = SentSubscription['destination'];

/** The address as it is shown: whoever has the path of a Slack or Teams webhook, or the query of another, may post to it. */
export function shownUrl({ type, url }: SentDestination): string | undefined {
  if (url === undefined) return undefined;
  const { origin, pathname, search } = new URL(url);
  if (type === 'webhook') return `${origin}${pathname}${search && `?${HIDDEN}`}`;
  return `${origin}/${HIDDEN}`;
}

/** A destination as it is shown. */
export function shownDestination({ type, url, recipients }: SentDestination): DestinationDocument {
  const shown = shownUrl({ type, ...(url !== undefined && { url }) });
  return { type, ...(shown !== undefined && { url: shown }), ...(recipients && { recipients }) };
}

/**
 * What is secret of a destination, as far as it is sent; an address as it is shown stands for the one that is stored.
 * @param kept of the same subscription, with the type of its destination
 * @throws {AppError} BAD_REQUEST
 */
export function sealedDestination(
  sent: SentDestination,
  guard: AddressGuard,
  kept?: SealedDestination & { readonly type: DestinationDocument['type'] },
): SealedDestination {
  if (sent.type === 'email') return {};
  const old = kept?.type === sent.type ? kept : undefined;
  const isShown = old?.url !== undefined && sent.url === shownUrl({ type: sent.type, url: old.url });
  const url = isShown ? old.url : requireUrl(sent.url, guard);
  if (sent.type !== 'webhook') return { url };
  const { secret = old?.secret ?? newSecret() } = sent;
  // A secret that is sent replaces all.
  const previous = sent.secret === undefined ? old?.previous : undefined;
  return { url, secret, ...(previous && { previous }) };
}

function requireUrl(text: string | undefined, guard: AddressGuard): string {
  const refuse = (message: string): Error => invalidFields([{ field: 'destination.url', message }]);
  const url = text !== undefined && /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw refuse('must be a URL that begins with https:// or http://');
  if (url.username || url.password) throw refuse('must not hold a name or password');
  if (text?.includes(HIDDEN)) throw refuse('is the address as it is shown; send it whole');
  try {
    guard.requireHost(url);
  } catch (error) {
    throw refuse((error as Error).message);
  }
  url.hash = '';
  return url.href;
}

/** The earlier secret signs as well until then. @throws {AppError} BAD_REQUEST where nothing is signed */
export function rotated(type: DestinationDocument['type'], kept: SealedDestination, until: number): SealedDestination {
  if (type !== 'webhook' || kept.secret === undefined) throw badRequest('Only what is sent to a webhook is signed');
  return { ...kept, secret: newSecret(), previous: { secret: kept.secret, until } };
}
