import { SEALED_ELSEWHERE, type SecretBox } from '@app/auth';
import { badRequest, conflict, invalidFields } from '@app/common';
import { newSecret } from '../sending/signature';
import type { AddressGuard } from '../sending/address-guard';
import type { DestinationDocument, SealedDestination, SentSubscription } from '../document/subscription';

const UNSIGNED = 'Only what is sent to a webhook is signed';

/** The text in place of a part of an address that is secret. */
const HIDDEN = '***';

const CURE = 'bring that key back, or write the destination anew by PUT, with the whole address';
/** The message on a destination that another key has sealed. */
export const LOST = `The destination ${SEALED_ELSEWHERE}; ${CURE}`;

type SentDestination = SentSubscription['destination'];

/** The address as it is shown: the path of a Slack or Teams webhook, or the query of another, is a secret that allows to post to it. */
export function shownUrl({ type, url }: SentDestination): string | undefined {
  if (url === undefined) return undefined;
  const { origin, pathname, search } = new URL(url);
  if (type === 'webhook' || type === 'openlineage') return `${origin}${pathname}${search && `?${HIDDEN}`}`;
  return `${origin}/${HIDDEN}`;
}

export function shownDestination({ type, url, recipients }: SentDestination): DestinationDocument {
  const shown = shownUrl({ type, ...(url !== undefined && { url }) });
  return { type, ...(shown !== undefined && { url: shown }), ...(recipients && { recipients }) };
}

/** undefined where another key has sealed it; of a mail nothing is secret. */
export function openedDestination(
  box: SecretBox,
  { type }: DestinationDocument,
  sealed: Buffer,
): SealedDestination | undefined {
  if (type === 'email') return {};
  const opened = box.open(sealed);
  return opened === undefined ? undefined : (JSON.parse(opened) as SealedDestination);
}

/**
 * Seals the secret parts of a destination, as far as they are sent; an address as it is shown stands for the one that is stored.
 * @param kept the stored one of the same subscription, with the type of its destination
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
  if (sent.type === 'openlineage') {
    // The key of one receiver goes to no other.
    const key = sent.secret ?? (old?.url === url ? old.secret : undefined);
    return { url, ...(key !== undefined && { secret: key }) };
  }
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

/** Gives a webhook whose secret is lost a new one. @throws {AppError} BAD_REQUEST where nothing is signed, CONFLICT where its address is lost, too */
export function withNewSecret({ type, url }: DestinationDocument): SealedDestination {
  if (type !== 'webhook') throw badRequest(UNSIGNED);
  if (url === undefined || url.includes(HIDDEN)) throw conflict(LOST);
  return { url, secret: newSecret() };
}

/** The earlier secret signs as well until then. @throws {AppError} BAD_REQUEST where nothing is signed */
export function rotated(type: DestinationDocument['type'], kept: SealedDestination, until: number): SealedDestination {
  if (type !== 'webhook' || kept.secret === undefined) throw badRequest(UNSIGNED);
  return { ...kept, secret: newSecret(), previous: { secret: kept.secret, until } };
}
