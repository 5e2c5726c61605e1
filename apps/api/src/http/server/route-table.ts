import findMyWay, { type HTTPMethod, type Instance } from 'find-my-way';

/** OPTIONS is answered for every path that has a route. */
const ALWAYS = 'OPTIONS';

/** Which methods a path has: the same routes in the same kind of router as Fastify's, asked for any method. */
export class RouteTable {
  private readonly router: Instance<findMyWay.HTTPVersion.V1>;
  private readonly methods = new Set<HTTPMethod>();

  constructor(maxParamLength: number) {
    this.router = findMyWay({ maxParamLength });
  }

  add(method: string | readonly string[], url: string): void {
    for (const name of [method].flat() as HTTPMethod[]) {
      this.methods.add(name);
      if (!this.router.hasRoute(name, url)) this.router.on(name, url, () => undefined);
    }
  }

  /** The methods of a path for an Allow header, in a fixed order; empty when no route has it. */
  methodsOf(path: string): readonly string[] {
    const found = [...this.methods].filter((method) => this.router.find(method, path) !== null);
    return found.length > 0 ? [...new Set([...found, ALWAYS])].sort() : [];
  }
}
