import type { RouteOptions } from 'fastify';

/** Where every route says who may call it: the REST API, and the tools of agents. */
const GUARDED = ['/api', '/mcp'];

/** Whether a path (without its query) lies where tokens are asked for, also where no route is. */
export function isGuarded(path: string): boolean {
  return GUARDED.some((root) => path === root || path.startsWith(`${root}/`));
}

/** Deny by default: a route without declared access stops the boot. */
export function assertDeclaredAccess({ method, url, config }: RouteOptions): void {
  if (!isGuarded(url) || config?.access) return;
  throw new Error(
    `${String(method)} ${url} does not say who may call it: add @Access, @AnyPrincipal or @OpenAccess to its method`,
  );
}
