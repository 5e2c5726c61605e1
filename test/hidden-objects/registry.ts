/** An entity of the world: what a request can name it by. */
export interface Thing {
  readonly type: string;
  /** What it is in the world. */
  readonly part: Part;
  readonly id: string;
  readonly fqn: string;
  readonly name: string;
}

/**
 * plain: nothing hidden about it; referring: visible, and refers to all that is hidden; hidden: not there for the viewer by a rule; below:
 * the viewer's own, and not there for it since it lies below something hidden.
 */
export type Part = 'plain' | 'referring' | 'hidden' | 'below';

export const isHidden = (part: Part): boolean => part === 'hidden' || part === 'below';

/** What is in one of the twin worlds, by type and part. */
export class Registry {
  private readonly things = new Map<string, Thing>();

  add(thing: Thing): void {
    this.things.set(`${thing.part} ${thing.type}`, thing);
  }

  find(part: Part, type: string): Thing | undefined {
    return this.things.get(`${part} ${type}`);
  }

  get(part: Part, type: string): Thing {
    const thing = this.find(part, type);
    if (!thing) throw new Error(`The world has no ${part} ${type}`);
    return thing;
  }

  all(part?: Part): Thing[] {
    return [...this.things.values()].filter((thing) => part === undefined || thing.part === part);
  }
}
