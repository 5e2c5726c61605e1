import findMyWay, { type HTTPMethod, type Instance } from 'find-my-way';

/** OPTIONS is answered for every path that has a route. */
const ALWAYS = 'OPTIONS';

/** Parameters of one pattern with the fixed segments of another pattern in their positions. */
type Sibling = readonly (readonly [parameter: string, word: string])[];

/**
 * Which methods a path has: the same routes in the same kind of router as Fastify's, asked for any method. A path is that of the
 * pattern with the most words: `/users/logout` is not `/users/:id`.
 */
export class RouteTable {
  private readonly router: Instance<findMyWay.HTTPVersion.V1>;
  private readonly methods = new Set<HTTPMethod>();
  private readonly patterns = new Set<string>();
  private readonly siblings = new Map<string, readonly Sibling[]>();

  constructor(maxParamLength: number) {
    this.router = findMyWay({ maxParamLength });
  }

  add(method: string | readonly string[], url: string): void {
    this.patterns.add(url);
    for (const name of [method].flat() as HTTPMethod[]) {
      this.methods.add(name);
      if (!this.router.hasRoute(name, url)) this.router.on(name, url, () => undefined, { url });
    }
  }

  /** The methods of a path for an Allow header, in a fixed order; empty when no route has it. */
  methodsOf(path: string): readonly string[] {
    const found = [...this.methods].flatMap((method) => {
      const store = this.router.find(method, path)?.store as { readonly url: string } | undefined;
      return store ? [{ method, words: wordCount(store.url) }] : [];
    });
    const most = Math.max(...found.map(({ words }) => words));
    const own = found.filter(({ words }) => words === most).map(({ method }) => method);
    return own.length > 0 ? [...new Set([...own, ALWAYS])].sort() : [];
  }

  /**
   * Whether a request that was routed by a pattern with parameters has the path of another pattern, which lacks the method:
   * DELETE of `/tables/restore` is none of `/tables/:id`.
   */
  isOfAnother(url: string, parameters: unknown): boolean {
    let siblings = this.siblings.get(url);
    if (!siblings) this.siblings.set(url, (siblings = this.siblingsOf(url)));
    const values = parameters as Readonly<Record<string, string>>;
    return siblings.some((sibling) => sibling.every(([parameter, word]) => values[parameter] === word));
  }

  private siblingsOf(url: string): readonly Sibling[] {
    const own = url.split('/');
    return [...this.patterns].flatMap((pattern) => {
      const other = pattern.split('/');
      if (other.length !== own.length || pattern === url) return [];
      const differing = own.flatMap((part, at) => (part === other[at] ? [] : [[part, other[at] as string] as const]));
      const isNarrower = differing.every(([part, word]) => isParameter(part) && word !== '*');
      const words = differing.filter(([, word]) => !isParameter(word));
      return isNarrower && words.length > 0 ? [words.map(([part, word]) => [part.slice(1), word] as const)] : [];
    });
  }
}

const isParameter = (part: string): boolean => part.startsWith(':');
const wordCount = (url: string): number => url.split('/').filter((part) => !isParameter(part) && part !== '*').length;
