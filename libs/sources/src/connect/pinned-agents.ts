import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import type { SourceNetworks } from './source-networks';

/** Agents for drivers that speak HTTP to more than one host: each address is judged, and the one that was judged is connected to. */
export class PinnedAgents {
  private readonly agents = new Map<string, Agent>();

  constructor(private readonly networks: SourceNetworks) {}

  /** Whether a driver asked for one: it has taken what it was given. */
  get wereAsked(): boolean {
    return this.agents.size > 0;
  }

  /**
   * One for each protocol and host.
   * @throws {SourceError} `sourceUnreachable` for an address that sources may not have
   */
  of(protocol: string, host: string): Agent {
    this.networks.requireHost(host);
    const key = `${protocol}//${host}`;
    const known = this.agents.get(key);
    if (known) return known;
    const made = new (protocol === 'https:' ? TlsAgent : Agent)({
      keepAlive: true,
      lookup: this.networks.lookupFor(host),
    });
    this.agents.set(key, made);
    return made;
  }

  destroy(): void {
    for (const agent of this.agents.values()) agent.destroy();
  }
}
