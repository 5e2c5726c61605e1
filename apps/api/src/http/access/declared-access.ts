import type { RouteOptions } from 'fastify';

/** Where every route says who may call it. */
const GUARDED = '/api';

/** Whether a path (without its query) lies where tokens are asked for, also where no route is. */
export function isGuarded(path: string): boolean {
  return path === GUARDED || path.startsWith(`${GUARDED}/`);
}

/** Deny by default: a route without declared access stops the boot. */
export function assertDeclaredAccess({ method, url, config }: RouteOptions): void {
  if (!isGuarded(url) || config?.access) return;
  throw new Error(
    `${String(method)} ${url} does not say who may call it: add @Access, @AnyPrincipal or @OpenAccess to its method`,
  );
}
