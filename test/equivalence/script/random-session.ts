import { Random } from '../../structure/random';
import { RandomWrites } from './random-writes';
import { KINDS, WORDS } from './random-world';
import type { Chapter } from './step';

const FIELDS = ['', '?fields=*', '?fields=owners,tags', '?include=all', '?fields=nonsense'];
const TIME = 1_763_612_345_678;

/**
 * A random sequence of requests, the same for the same seed, on entities of its own: what it does next follows from the seed and never from
 * an answer, so that each build is sent the same.
 */
export function randomSession(seed: number, length: number): Chapter {
  const session = new Session(new Random(seed), prefixOf(seed));
  session.run(length);
  return session.steps.chapter(`random ${seed}`);
}

/** What all names of a session begin with, and no other text. */
export const prefixOf = (seed: number | string): string => `q${seed}q`;

class Session extends RandomWrites {
  private readonly contracts: string[] = [];
  private readonly pages: { readonly query: string; readonly name: string }[] = [];

  run(length: number): void {
    for (const kind of KINDS) this.create(kind);
    const deeds: readonly (() => void)[] = [
      ...[this.create, this.put, this.put, this.putUnchanged, this.patch, this.patch, this.patchMany, this.patchBadly],
      ...[this.read, this.read, this.readAgain, this.list, this.nextPage, this.versions, this.search, this.search],
      ...[this.remove, this.restore, this.restore, this.rename, this.move, this.label, this.own, this.bulk],
      ...[this.edge, this.edge, this.tellLineage, this.cutEdge, this.contract, this.push, this.push, this.results],
      ...[this.validate, this.events, this.ifMatch],
    ];
    for (let at = 0; at < length; at++) this.random.of(deeds)!.call(this);
    this.steps.add('events of the session', `GET /events?limit=1000&order=desc&fqn=${this.prefix}`);
    for (const kind of KINDS.slice(0, 4))
      this.steps.add(`all ${kind.type}`, `GET ${kind.path}?limit=1000&include=all&fields=*`);
  }

  private read(): void {
    const { name, kind } = this.some();
    const by = this.random.next() < 0.5 ? `{{${name}.id}}` : `name/{{${name}.fullyQualifiedName}}`;
    const request = `${this.random.next() < 0.1 ? 'HEAD' : 'GET'} ${kind.path}/${by}${this.random.of(FIELDS)}`;
    this.steps.add(`read ${kind.type}`, request, { as: this.caller(), save: `${name}_read` });
  }

  private readAgain(): void {
    const { name, kind } = this.some();
    const headers = { 'if-none-match': `{{${name}_read.@etag}}` };
    this.steps.add(`read ${kind.type} if it changed`, `GET ${kind.path}/{{${name}.id}}${this.random.of(FIELDS)}`, {
      as: this.caller(),
      headers,
    });
  }

  private list(): void {
    const { name, kind, place } = this.some();
    const filter = kind.in && this.random.next() < 0.7 ? `&${kind.in[0]}=${this.filterBy(place)}` : '';
    const query = `${kind.path}?limit=${1 + this.random.below(4)}${filter}${this.random.of(['', '&fields=owners', '&include=all', '&include=deleted', '&fields=*'])}`;
    const page = `${name}_page_${++this.count}`;
    this.steps.add(`list ${kind.type}`, `GET ${query}`, { as: this.caller(), save: page });
    this.pages.push({ query, name: page });
  }

  private nextPage(): void {
    const page = this.random.of(this.pages);
    if (!page) return;
    const way = this.random.next() < 0.7 ? 'after' : 'before';
    const name = `${this.prefix}_page_${++this.count}`;
    this.steps.add(`page ${way}`, `GET ${page.query}&${way}={{${page.name}.paging.${way}}}`, {
      as: this.caller(),
      save: name,
    });
    this.pages.push({ query: page.query, name });
  }

  private versions(): void {
    const { name, kind } = this.some();
    const version = this.random.of(['', '/0.1', '/0.2', '/0.5', '/7.7']) as string;
    this.steps.add(`versions of ${kind.type}`, `GET ${kind.path}/{{${name}.id}}/versions${version}`, {
      as: this.caller(),
    });
  }

  private search(): void {
    const word = this.random.of(WORDS) as string;
    const own = `query_filter=${encodeURIComponent(JSON.stringify({ query: { wildcard: { 'fullyQualifiedName.keyword': `${this.prefix}*` } } }))}`;
    const query = this.random.of([
      `q=${word}`,
      `q=${word.slice(0, 3)}*`,
      `q=${word}%20OR%20cost`,
      `q=name:${word}`,
      'q=*',
      `q="${word}%20cost"`,
    ]) as string;
    const sorting = this.random.of([
      '',
      '&sort_field=name&sort_order=asc',
      '&size=3',
      '&deleted=true',
      '&size=0&include_aggregations=true',
    ]);
    this.steps.add('search', `GET /search/query?${query}&index=all&${own}${sorting}`, { as: this.caller() });
  }

  private edge(): void {
    const [from, to] = [this.asset(), this.asset()];
    const lineageDetails = this.maybe({
      sqlQuery: `select '${this.random.of(WORDS)}'`,
      description: this.random.of(WORDS),
    });
    const edge = { fromEntity: this.endOf(from), toEntity: this.endOf(to), lineageDetails };
    this.steps.add('edge', 'PUT /lineage', { as: this.caller(), body: { edge } });
  }

  private cutEdge(): void {
    const [from, to] = [this.asset(), this.asset()];
    this.steps.add(
      'cut an edge',
      `DELETE /lineage/${from.kind.type}/{{${from.name}.id}}/${to.kind.type}/{{${to.name}.id}}`,
      { as: this.caller() },
    );
  }

  private tellLineage(): void {
    const { name, kind } = this.asset();
    const fqn = `{{${name}.fullyQualifiedName}}`;
    const request = this.random.of([
      `export?fqn=${fqn}&type=${kind.type}&upstreamDepth=2&downstreamDepth=2`,
      `export?fqn=${fqn}&type=${kind.type}&format=json`,
      `getLineage?fqn=${fqn}&type=${kind.type}&upstreamDepth=1&downstreamDepth=2`,
      `${kind.type}/{{${name}.id}}?upstreamDepth=2&downstreamDepth=1`,
      `graph?fqn=${fqn}&type=${kind.type}&depth=2&counts=true`,
    ]);
    this.steps.add('lineage', `GET /lineage/${request}`, { as: this.caller() });
  }

  private contract(): void {
    const { name, kind } = this.asset();
    const save = `${this.prefix}_contract_${++this.count}`;
    const schema = kind.type === 'table' ? { schema: [{ name: 'id', dataType: 'INT' }] } : {};
    // A contract in force is judged anew by itself, at some time, where the columns of its table change.
    const entityStatus = kind.type === 'table' ? 'Draft' : 'Active';
    const rule = { name: 'described', rule: { '!!': { var: 'description' } } };
    const body = {
      name: this.word('contract'),
      entity: { type: kind.type, id: `{{${name}.id}}` },
      entityStatus,
      ...schema,
      semantics: [rule],
    };
    this.steps.add('contract', 'POST /dataContracts', { body, save });
    this.contracts.push(save);
  }

  private push(): void {
    const contract = this.random.of(this.contracts);
    if (contract === undefined) return;
    const status = this.random.of(['Success', 'Failed', 'PartialSuccess', 'Aborted', 'Running', 'Wrong']);
    const body = {
      timestamp: TIME + this.random.below(8) * 1_000,
      contractExecutionStatus: status,
      ...this.maybe({ result: this.random.of(WORDS) }),
    };
    this.steps.add('push', `PUT /dataContracts/{{${contract}.id}}/results`, { as: this.caller(), body });
  }

  private results(): void {
    const contract = this.random.of(this.contracts);
    if (contract === undefined) return;
    const [request, as] = [this.random.of(['GET', 'GET', 'GET', 'DELETE']), this.caller()];
    const path = `/dataContracts/{{${contract}.id}}/results`;
    const what = this.random.of([
      `/latest`,
      '?limit=3',
      `/${TIME + this.random.below(8) * 1_000}`,
      `?startTs=${TIME + 2_000}&status=Failed`,
    ]) as string;
    if (request === 'GET') this.steps.add('results', `GET ${path}${what}`, { as });
    else this.steps.add('delete a result', `DELETE ${path}/${TIME + this.random.below(8) * 1_000}`, { as });
  }

  private validate(): void {
    const contract = this.random.of(this.contracts);
    if (contract === undefined || this.random.next() < 0.5) return;
    this.steps.add('validate', `POST /dataContracts/{{${contract}.id}}/validate`, {
      as: this.caller(),
      headers: { prefer: 'wait=60' },
    });
  }

  private events(): void {
    const { name } = this.some();
    this.steps.add('events', `GET /events?entityId={{${name}.id}}&limit=10`, { as: this.caller() });
  }
}
