import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { LineageEvent, LineageName } from '../event/event';
import { nameKeys, NameRepository, type AliasRow, type ArrivedName, type KnownName } from './name.repository';
import { TableLookup } from './table-lookup';

/** A dataset that is no asset of the catalog so far. */
export interface UnresolvedName extends LineageName {
  /** FQNs of the matching tables; the match is ambiguous. */
  readonly ambiguous?: readonly string[];
}

/** Names of an event and of its run. */
export interface FoundNames {
  readonly known: ReadonlyMap<string, KnownName>;
  /** Names whose asset has just been found. */
  readonly arrived: readonly ArrivedName[];
  /** Datasets of the event that are no asset so far. */
  readonly unresolved: readonly UnresolvedName[];
  /** Keys of those whose tables the rules make. */
  readonly toMake: readonly string[];
}

interface NamesOfEvent {
  readonly event: LineageEvent;
  readonly aliases: readonly AliasRow[];
  /** Key of a run whose datasets are meant as well. */
  readonly run: string | undefined;
  /** Whether the owners of assets are asked for. */
  readonly owned: boolean;
}

/** Finds the assets that an event names. */
@Injectable()
export class NameFinder {
  constructor(
    private readonly names: NameRepository,
    private readonly lookup: TableLookup,
  ) {}

  /** Stores the names of an event. Those that are the FQN of an asset, or have one already, are found in the same round trip. */
  async put(tx: Transaction, of: NamesOfEvent): Promise<{ known: KnownName[]; arrived: ArrivedName[] }> {
    const { event, aliases, run, owned } = of;
    const [, , arrived, known] = await Promise.all([
      this.names.put(tx, event),
      this.names.putAliases(tx, aliases),
      this.names.resolve(tx, nameKeys(event)),
      this.names.find(tx, nameKeys(event), { run, owned }),
    ]);
    return { known, arrived };
  }

  /** Looks up what has no asset yet as its platform compares names, by one statement for all; none where everything is known. */
  async complete(
    tx: Transaction,
    { event, owned }: NamesOfEvent,
    put: { readonly known: readonly KnownName[]; readonly arrived: readonly ArrivedName[] },
  ): Promise<FoundNames> {
    const known = new Map(put.known.map((name) => [name.key, name]));
    const ofEvent = new Set(nameKeys(event));
    const open = put.known.filter(({ key, kind, asset }) => kind === 'dataset' && !asset && ofEvent.has(key));
    if (open.length === 0) return { known, arrived: put.arrived, unresolved: [], toMake: [] };
    const keys = open.map(({ key }) => key);
    const meanings = await this.lookup.meaningsIn(tx, keys);
    const resolved = await this.lookup.store(tx, meanings);
    if (resolved.length > 0) for (const name of await this.names.find(tx, keys, { owned })) known.set(name.key, name);
    const left = open.filter(({ key }) => !known.get(key)?.asset);
    return {
      known,
      arrived: [...put.arrived, ...resolved],
      unresolved: left.map(({ key, namespace, name }) => {
        const among = meanings.get(key)?.among ?? [];
        return { namespace, name, ...(among.length > 0 && { ambiguous: among.map(({ fqn }) => fqn) }) };
      }),
      toMake: left.flatMap(({ key }) => (meanings.get(key)?.creates ? [key] : [])),
    };
  }
}
