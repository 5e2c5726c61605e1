import { setTimeout as delay } from 'node:timers/promises';
import type { RestAnswer, RestClient } from '../support/rest-client';
import type { Journal } from './journal';
import { KINDS, type Kind, type Known } from './kinds';
import type { Random } from './random';

/** What a request may be told while others change what it speaks of. */
const EXPECTED = new Set([200, 201, 400, 404, 409, 412]);
/** A service that is used up says so; a client comes again. */
const PAUSE_MS = 50;
/** Chance that an entity is taken from those that everybody in the round takes from. */
const CROWDED = 0.8;

const refersTo = ({ id, kind }: Known): object => ({ id, type: kind.type });

/** One of the clients: does one thing after the other, whatever comes of it. */
export class StructureClient {
  constructor(
    private readonly client: RestClient,
    private readonly journal: Journal,
    private readonly random: Random,
  ) {}

  async run(steps: number, crowd: readonly Known[]): Promise<void> {
    const deeds = [
      ...[this.create, this.create, this.rename, this.rename, this.move, this.move, this.move],
      ...[this.move, this.hide, this.restore, this.restore, this.remove, this.label, this.label, this.refer],
    ];
    for (let step = 0; step < steps; step++) await this.random.of(deeds)?.call(this, crowd);
  }

  async create(crowd: readonly Known[], kind = this.random.of(KINDS) as Kind): Promise<void> {
    const parents = await this.parentsOf(kind, crowd);
    if (!parents) return;
    const body = { ...kind.body, name: this.name(kind.type), ...references(parents) };
    const answer = await this.send('create', 'POST', kind.path, body);
    if (answer.status === 201) this.journal.made({ kind, id: String(answer.body.id) }, idsOf(parents));
  }

  private async rename(crowd: readonly Known[]): Promise<void> {
    const one = this.some(crowd);
    if (one) await this.patch('rename', one, { op: 'replace', path: '/name', value: this.name(one.kind.type) });
  }

  private async move(crowd: readonly Known[]): Promise<void> {
    const one = this.some(crowd, ({ kind }) => kind.moves === true);
    const parents = one && (await this.parentsOf(one.kind, crowd));
    if (!one || !parents) return;
    this.journal.mayLieIn(one.id, idsOf(parents));
    const asked = performance.now();
    const places = { ...LEFT_OUT(one.kind), ...references(parents) };
    const operations = Object.entries(places).map(([name, value]) => ({ op: 'add', path: `/${name}`, value }));
    const answer = await this.patch('move', one, ...operations);
    if (answer.status === 200) this.journal.moved(one.id, idsOf(parents).at(-1), asked);
  }

  private async hide(crowd: readonly Known[]): Promise<void> {
    const one = this.some(crowd);
    if (one) await this.send('delete', 'DELETE', `${one.kind.path}/${one.id}?recursive=true`);
  }

  private async remove(crowd: readonly Known[]): Promise<void> {
    const one = this.some(crowd);
    if (!one) return;
    const answer = await this.send('remove', 'DELETE', `${one.kind.path}/${one.id}?recursive=true&hardDelete=true`);
    if (answer.status === 200) this.journal.removedForGood(one.id);
  }

  private async restore(crowd: readonly Known[]): Promise<void> {
    const one = this.some(crowd);
    if (one) await this.send('restore', 'PUT', `${one.kind.path}/restore`, { id: one.id });
  }

  /** Puts a tag and a term on an entity, by the names that they have at the moment. */
  private async label(crowd: readonly Known[]): Promise<void> {
    const one = this.some(crowd, ({ kind }) => kind.type !== 'dataContract');
    if (!one) return;
    const labels = [];
    for (const [type, source] of [
      ['tag', 'Classification'],
      ['glossaryTerm', 'Glossary'],
    ] as const) {
      const label = this.some(crowd, ({ kind }) => kind.type === type);
      const fqn = label && (await this.client.get(`${label.kind.path}/${label.id}`)).body.fullyQualifiedName;
      if (fqn) labels.push({ tagFQN: fqn, source });
    }
    await this.patch('label', one, { op: 'add', path: '/tags', value: labels });
  }

  private async refer(crowd: readonly Known[]): Promise<void> {
    const one = this.some(crowd);
    const domain = this.some(crowd, ({ kind }) => kind.type === 'domain');
    if (one && domain && one.kind.type !== 'domain')
      await this.patch('refer', one, { op: 'add', path: '/domains', value: [refersTo(domain)] });
  }

  /** The parents to name, or undefined where none is known. A kind that nests lies in one of its own half of the time. */
  private async parentsOf(kind: Kind, crowd: readonly Known[]): Promise<Map<string, Known> | undefined> {
    const named = new Map<string, Known>();
    const own = kind.nests && this.random.next() < 0.5 ? this.some(crowd, (one) => one.kind === kind) : undefined;
    const around = own && (await this.client.get(`${kind.path}/${own.id}`)).body;
    for (const [property, type] of Object.entries(kind.parents)) {
      if (type === kind.type) continue;
      const id = (around?.[property] as { id: string } | undefined)?.id;
      const isWanted = ({ kind: other, ...one }: Known): boolean => other.type === type && (!own || one.id === id);
      const parent = this.some(own ? [] : crowd, isWanted);
      if (!parent) return undefined;
      named.set(property, parent);
    }
    return own ? named.set(lastProperty(kind), own) : named;
  }

  private some(crowd: readonly Known[], fits: (one: Known) => boolean = () => true): Known | undefined {
    const near = crowd.filter(fits);
    return this.random.of(this.random.next() < CROWDED && near.length ? near : this.journal.left().filter(fits));
  }

  private name(type: string): string {
    return `${type.slice(0, 3)}${this.random.below(10) === 0 ? '.' : ''}${this.random.below(1e9).toString(36)}`;
  }

  private patch(what: string, { kind, id }: Known, ...operations: object[]): Promise<RestAnswer> {
    return this.send(what, 'PATCH', `${kind.path}/${id}`, operations);
  }

  private async send(what: string, method: string, path: string, body?: unknown): Promise<RestAnswer> {
    const headers: Record<string, string> = method === 'PATCH' ? { 'content-type': 'application/json-patch+json' } : {};
    for (;;) {
      const answer = await this.client.send(method, path, { body, headers });
      this.journal.count(`${what} ${answer.status}`);
      if (EXPECTED.has(answer.status)) return answer;
      if (answer.status !== 503) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
      await delay(PAUSE_MS);
    }
  }
}

function references(parents: ReadonlyMap<string, Known>): Record<string, object> {
  return Object.fromEntries([...parents].map(([property, known]) => [property, refersTo(known)]));
}

const idsOf = (parents: ReadonlyMap<string, Known>): string[] => [...parents.values()].map(({ id }) => id);
const lastProperty = ({ parents }: Kind): string => Object.keys(parents).at(-1) ?? '';
/** Who moves out of one of its own kind names none. */
const LEFT_OUT = (kind: Kind): object => (kind.nests ? { [lastProperty(kind)]: null } : {});
