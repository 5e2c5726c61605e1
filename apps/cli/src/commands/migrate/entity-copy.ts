import { refused } from '../../cli-error';
import type { CatalogClient } from '../../connection/catalog-client';
import { bodyToSend, type Schema } from './body-to-send';
import { COPIED, type Copied, type Document } from './collections';
import { type PendingChange, proposalLink } from '../contract/named-contract';
import type { MigrationState, Waiting } from './migration-state';
import { PresentEntities } from './present-entities';
import type { Source } from './source';
import type { TargetSchemas } from './target-schemas';

/** Members that say where an entity lies: without them it would lie elsewhere. */
const PLACES: readonly string[] = ['parent'];
/** Tries: what one refusal names is left out, then the next one says what else. */
const ATTEMPTS = 4;
/** Deeper than entities lie in each other. */
const MOST_ROUNDS = 20;

interface Row {
  readonly fqn: string;
  readonly body: Document;
  readonly dropped: Readonly<Record<string, string>>;
}

interface Fault {
  readonly message: string;
  /** It waits as a proposal. */
  readonly isHeld?: true;
  readonly details?: readonly { readonly field: string; readonly message: string }[];
}

/**
 * Copies entities page by page. What refers to something that is not there yet is sent without it, and once more, whole, when all else
 * is there.
 */
export class EntityCopy {
  private readonly present: PresentEntities;

  constructor(
    private readonly source: Source,
    private readonly target: CatalogClient,
    private readonly schemas: TargetSchemas,
    private readonly state: MigrationState,
  ) {
    this.present = new PresentEntities(target);
  }

  async page(copied: Copied, documents: readonly Document[]): Promise<void> {
    const count = this.state.count(copied.type);
    const wanted = documents.filter((document) => !copied.skips?.(document));
    count.skipped += documents.length - wanted.length;
    const rows = wanted.map((document) => this.row(copied, document, true));
    const sent = await this.put(copied, rows);
    count.taken += sent.filter(({ refusal }) => refusal === undefined).length;
    this.state.progress.waiting.push(...sent.filter((one) => !isWhole(one)));
  }

  /** Sends the queue as a whole, as long as that helps, and reports what stays refused. */
  async settle(progress: (line: string) => void): Promise<void> {
    const { progress: found } = this.state;
    for (let round = 0, before = ''; round < MOST_ROUNDS && found.waiting.length > 0; round++) {
      progress(`${found.waiting.length} entities once more, now that the others are there`);
      found.waiting = await this.round(found.waiting);
      this.state.save();
      const now = JSON.stringify(found.waiting);
      if (now === before) break;
      before = now;
    }
    for (const { type, fqn, refusal, isHeld, dropped } of found.waiting) {
      if (refusal !== undefined)
        found.refused.push({ what: `${type} ${fqn}`, reason: refusal, ...(isHeld && { isHeld }) });
      for (const [member, reason] of Object.entries(dropped))
        this.state.leaveOut(`${type}.${member}`, `${fqn}: ${reason}`);
    }
    found.waiting = [];
  }

  private async round(waiting: readonly Waiting[]): Promise<Waiting[]> {
    this.present.lookAgain();
    const left: Waiting[] = [];
    for (const copied of COPIED)
      for (const one of waiting.filter(({ type }) => type === copied.type)) {
        const document = await this.source.byName(copied.collection, one.fqn);
        // It was deleted meanwhile.
        if (!document) continue;
        const row = await this.withoutMissing(copied, this.row(copied, document, false));
        const [sent = one] = await this.put(copied, [row]);
        if (one.refusal !== undefined && sent.refusal === undefined) this.state.count(copied.type).taken++;
        if (!isWhole(sent)) left.push(sent);
      }
    return left;
  }

  private async withoutMissing(copied: Copied, { fqn, body }: Row): Promise<Row> {
    const dropped: Record<string, string> = {};
    const kept = this.keptMembers(copied);
    const left = await this.present.within(body, (member, what) => (dropped[member] = what));
    const places = Object.fromEntries(Object.entries(body).filter(([name]) => kept.includes(name) && !(name in left)));
    return { fqn, body: { ...left, ...places }, dropped };
  }

  private row({ type, collection, without = [] }: Copied, document: Document, isFirst: boolean): Row {
    const body = bodyToSend(document, this.schemas.ofCollection(collection), this.schemas.resolve, (path) => {
      if (isFirst && !without.includes(path)) this.state.leaveOut(`${type}.${path}`, fqnOf(document));
    });
    const sent = Object.entries(body).filter(([name]) => !without.includes(name));
    return { fqn: fqnOf(document), body: Object.fromEntries(sent), dropped: {} };
  }

  /** Sends the rows; returns the outcome of each, in their order. */
  private async put(copied: Copied, rows: readonly Row[]): Promise<Waiting[]> {
    const done: Waiting[] = [];
    let open = rows.map((row, at) => ({ row, at }));
    for (let attempt = 1; open.length > 0; attempt++) {
      const faults = await this.sent(
        copied,
        open.map(({ row }) => row.body),
      );
      const next: typeof open = [];
      for (const [i, { row, at }] of open.entries()) {
        const fault = faults[i];
        const smaller = fault && attempt < ATTEMPTS ? this.smaller(copied, row, fault) : undefined;
        if (smaller) next.push({ row: smaller, at });
        else
          done[at] = {
            type: copied.type,
            fqn: row.fqn,
            dropped: row.dropped,
            ...(fault && { refusal: textOf(fault), ...(fault.isHeld && { isHeld: true }) }),
          };
      }
      open = next;
    }
    return done;
  }

  /** The fault of each body; undefined where it was taken. */
  private async sent({ collection }: Copied, entities: readonly Document[]): Promise<(Fault | undefined)[]> {
    const { results } = await this.target.json<{
      results?: readonly { readonly error?: Fault; readonly proposal?: PendingChange }[];
    }>({
      ...{ method: 'PUT', path: `/${collection}/bulk`, body: { entities } },
      what: `Writing ${collection}`,
    });
    if (results?.length !== entities.length) throw refused(`the service did not answer for each of ${collection}`);
    return results.map(({ error, proposal }) => error ?? (proposal && this.held(proposal)));
  }

  private held(proposal: PendingChange): Fault {
    const message = `its policy keeps the change back: it waits as a proposal, ${proposalLink(this.target, proposal)}`;
    return { message, isHeld: true };
  }

  /** The row without the members that a refusal names; undefined: it cannot do without them. */
  private smaller(copied: Copied, { fqn, body, dropped }: Row, { details = [] }: Fault): Row | undefined {
    const kept = this.keptMembers(copied);
    const named = new Map(details.map(({ field, message }) => [/^[^.[]*/.exec(field)?.[0] ?? '', message]));
    const culprits = [...named].filter(([name]) => name in body && !kept.includes(name));
    if (culprits.length === 0) return undefined;
    const rest = Object.entries(body).filter(([name]) => !culprits.some(([culprit]) => culprit === name));
    return { fqn, body: Object.fromEntries(rest), dropped: { ...dropped, ...Object.fromEntries(culprits) } };
  }

  private keptMembers({ collection }: Copied): readonly string[] {
    const { required = [] }: Schema = this.schemas.ofCollection(collection);
    return [...required, ...PLACES];
  }
}

const isWhole = ({ refusal, dropped }: Waiting): boolean => refusal === undefined && Object.keys(dropped).length === 0;

const fqnOf = ({ fullyQualifiedName, name }: Document): string => String(fullyQualifiedName ?? name);

const textOf = ({ message, details = [] }: Fault): string =>
  [message, ...details.map(({ field, message }) => `${field}: ${message}`)].join('; ').slice(0, 500);
