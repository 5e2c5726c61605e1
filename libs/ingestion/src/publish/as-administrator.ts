import type { Actor } from '@app/common';

/** For effects of an event whose sender was authorized already. */
export function asAdministrator(actor: Actor): Actor {
  return { ...actor, isAdmin: true };
}
