import type { Operation } from '../../hidden-objects/document';
import type { DocumentedType } from '../../hidden-objects/entity-types';
import { pathOf } from './document';
import { Steps, type Caller, type Chapter } from './step';
import { bodyOf, nameOf } from './world';

const OTHERS: readonly Caller[] = ['viewer', 'consumer', 'nobody'];
const add = (path: string, value: unknown) => [{ op: 'add', path, value }];

/** Types with something of their own on the way of writing: what is refused is tried with them also at the small size. */
const VARIED = ['table', 'dataContract', 'glossaryTerm', 'user', 'databaseService', 'testCase', 'policy'];

/** An entity of the type from its creation to its end, with what is refused on the way. */
export function lifeChapter(type: DocumentedType, operations: readonly Operation[], isWhole: boolean): Chapter {
  const steps = new Steps();
  const life = new Life(steps, type, new Set(operations.map(({ method, path }) => `${method} ${path}`)));
  const isVaried = isWhole || VARIED.includes(type.type);
  life.create();
  life.read();
  life.change();
  if (isVaried) life.transform();
  if (isVaried) life.refuse();
  life.versions();
  life.others();
  life.bulk();
  life.end();
  return steps.chapter(`life ${type.type}`);
}

class Life {
  private readonly path: string;
  private readonly one: string;
  private readonly byId: string;
  private readonly byName: string;
  private readonly body: Record<string, unknown>;

  constructor(
    private readonly steps: Steps,
    private readonly type: DocumentedType,
    private readonly offered: ReadonlySet<string>,
  ) {
    this.path = pathOf(type);
    this.one = nameOf('life', type.type);
    this.byId = `${this.path}/{{${this.one}.id}}`;
    this.byName = `${this.path}/name/{{${this.one}.fullyQualifiedName}}`;
    this.body = bodyOf(type, 'life');
  }

  create(): void {
    const { steps, path, body, one } = this;
    steps.each(['consumer', 'nobody'], 'create', `POST ${path}`, { body });
    steps.add('create without a name', `POST ${path}`, { body: { ...body, name: undefined } });
    steps.add('create with an unknown member', `POST ${path}`, { body: { ...body, nonsense: 1 } });
    steps.add('create with a wrong description', `POST ${path}`, { body: { ...body, description: 5 } });
    steps.add('create', `POST ${path}`, { body, save: one });
    steps.add('create again', `POST ${path}`, { body });
    steps.add('put unchanged', `PUT ${path}`, { body });
    steps.add('put unchanged', `PUT ${path}`, { body });
    const put = { body: { ...body, name: `put_${this.type.type}` }, save: `put_${this.type.type}` };
    // What is claimed once cannot be claimed by a second one.
    steps.add('put creates', `PUT ${path}`, put);
  }

  read(): void {
    const { steps, path, byId, byName, one } = this;
    steps.add('read', `GET ${byId}`, { save: one });
    steps.add('read if none match', `GET ${byId}`, { headers: { 'if-none-match': `{{${one}.@etag}}` } });
    steps.add('read if another matches', `GET ${byId}`, { headers: { 'if-none-match': '"0.1-other"' } });
    steps.add('head', `HEAD ${byId}`);
    steps.add('read by name', `GET ${byName}`);
    steps.add('head by name', `HEAD ${byName}`, { headers: { 'if-none-match': `{{${one}.@etag}}` } });
    steps.add('all fields', `GET ${byId}?fields=*`, { save: `${one}_wide` });
    const tag = { 'if-none-match': `{{${one}_wide.@etag}}` };
    steps.add('all fields if none match', `GET ${byId}?fields=*`, { headers: tag });
    steps.add('an unknown field', `GET ${byId}?fields=nonsense`);
    steps.add('include', `GET ${byId}?include=sometimes`);
    steps.add('compatible', `GET ${byId}?fields=*`, { headers: { 'x-compatibility': 'openmetadata' } });
    steps.add('by an id of nothing', `GET ${path}/00000000-0000-4000-8000-00000000dead`);
    steps.add('by a name of nothing', `GET ${path}/name/no.such.name`);
    steps.add('by what is no id', `GET ${path}/not-an-id`);
    steps.each(OTHERS, 'read', `GET ${byId}`);
    for (const part of ['hidden', 'own'] as const)
      for (const as of ['viewer', 'consumer'] as const) {
        const name = nameOf(part, this.type.type);
        steps.add(`read ${part}, ${as}`, `GET ${path}/{{${name}.id}}?fields=*`, { as });
        steps.add(`read ${part} by name, ${as}`, `GET ${path}/name/{{${name}.fullyQualifiedName}}`, { as });
      }
  }

  change(): void {
    const { steps, path, byId, byName, one, body } = this;
    steps.add('put changed', `PUT ${path}`, { body: { ...body, description: 'changed by a PUT' } });
    steps.add('put changed', `PUT ${path}`, {
      body: { ...body, description: 'changed by a PUT', displayName: 'Shown' },
    });
    steps.add('put as it was', `PUT ${path}`, { body, save: one });
    const fits = { headers: { 'if-match': `{{${one}.@etag}}` } };
    steps.add('put if match', `PUT ${path}`, { body: { ...body, description: 'changed if it matches' }, ...fits });
    steps.add('put if stale', `PUT ${path}`, { body: { ...body, description: 'never' }, ...fits });
    steps.add('patch', `PATCH ${byId}`, { body: add('/description', 'changed by a PATCH'), save: one });
    steps.add('patch with the same', `PATCH ${byId}`, { body: add('/description', 'changed by a PATCH') });
    steps.add('patch of nothing', `PATCH ${byId}`, { body: [] });
    steps.add('patch by name', `PATCH ${byName}`, { body: add('/displayName', 'Shown by a PATCH') });
    steps.add('patch if stale', `PATCH ${byId}`, {
      body: add('/displayName', 'never'),
      headers: { 'if-match': `{{${one}.@etag}}` },
    });
    steps.add('patch with a test', `PATCH ${byId}`, {
      body: [{ op: 'test', path: '/displayName', value: 'Shown by a PATCH' }, ...add('/displayName', 'Tested')],
    });
    steps.add('patch with owners', `PATCH ${byId}`, { body: add('/owners', [{ type: 'user', id: '{{keeper.id}}' }]) });
    steps.add('patch with a tag', `PATCH ${byId}`, {
      body: add('/tags', [{ tagFQN: '{{plain_tag.fullyQualifiedName}}', source: 'Classification' }]),
    });
    steps.add('hidden by its owner, viewer', `GET ${byId}`, { as: 'viewer' });
    steps.add('patch with what is hidden', `PATCH ${byId}`, {
      body: [{ op: 'remove', path: '/owners' }, ...add('/domains', [{ type: 'domain', id: '{{hidden_domain.id}}' }])],
    });
    steps.add('read without what is hidden, viewer', `GET ${byId}?fields=*`, { as: 'viewer' });
    steps.add('put keeps owners and tags', `PUT ${path}`, { body });
    steps.add('read with owners and tags', `GET ${byId}?fields=owners,tags`);
    steps.add('rename', `PATCH ${byId}`, { body: add('/name', `renamed_${this.type.type}`) });
    steps.add('read by its old name', `GET ${byName}`);
    steps.add('rename back', `PATCH ${byId}`, { body: add('/name', String(body.name)) });
    steps.add('read after all changes', `GET ${byId}?fields=*`, { save: one });
  }

  /** Patches of further kinds. */
  transform(): void {
    const { steps, byId } = this;
    steps.add('patch without owners', `PATCH ${byId}`, { body: [{ op: 'remove', path: '/owners' }] });
    steps.add('patch of two members', `PATCH ${byId}`, {
      body: [...add('/displayName', 'Both'), ...add('/description', 'of two')],
    });
    steps.add('patch that moves', `PATCH ${byId}`, {
      body: [{ op: 'move', from: '/displayName', path: '/description' }],
    });
    steps.add('patch that copies', `PATCH ${byId}`, {
      body: [{ op: 'copy', from: '/description', path: '/displayName' }],
    });
  }

  refuse(): void {
    const { steps, path, byId, body } = this;
    steps.add('patch whose test fails', `PATCH ${byId}`, {
      body: [{ op: 'test', path: '/description', value: 'none' }],
    });
    steps.add('patch that removes what is not there', `PATCH ${byId}`, { body: [{ op: 'remove', path: '/nonsense' }] });
    steps.add('patch of an unknown member', `PATCH ${byId}`, { body: add('/nonsense', 1) });
    steps.add('patch of the id', `PATCH ${byId}`, { body: add('/id', '{{keeper.id}}') });
    steps.add('patch of an unknown kind', `PATCH ${byId}`, { body: [{ op: 'merge', path: '/description' }] });
    steps.add('patch that is no list', `PATCH ${byId}`, { body: { description: 'x' } });
    steps.add('patch as JSON', `PATCH ${byId}`, { body: [], headers: { 'content-type': 'application/json' } });
    steps.add('patch of another type', `PATCH ${byId}`, { body: 'x', headers: { 'content-type': 'text/plain' } });
    steps.add('patch that is no JSON', `PATCH ${byId}`, { body: '[{' });
    steps.add('patch of nothing there', `PATCH ${path}/00000000-0000-4000-8000-00000000dead`, { body: [] });
    steps.add('put with an owner of nothing', `PUT ${path}`, {
      body: { ...body, owners: [{ type: 'user', fullyQualifiedName: 'nobody.at.all' }] },
    });
    steps.add('put too large', `PUT ${path}`, { body: { ...body, description: 'x'.repeat(300_000) } });
    steps.each(['consumer', 'nobody'], 'put', `PUT ${path}`, { body: { ...body, description: 'by another' } });
    steps.each(['consumer', 'nobody'], 'patch', `PATCH ${byId}`, { body: add('/displayName', 'by another') });
    steps.each(['consumer', 'nobody'], 'delete', `DELETE ${byId}`);
  }

  versions(): void {
    const { steps, byId } = this;
    steps.add('versions', `GET ${byId}/versions`);
    for (const version of ['0.1', '0.2', '0.3', '77.7', 'first'])
      steps.add(`version ${version}`, `GET ${byId}/versions/${version}`);
    steps.each(OTHERS, 'versions', `GET ${byId}/versions?limit=2`);
  }

  /** What others may do to it. */
  others(): void {
    const { steps, byId, type } = this;
    const by = `{{${nameOf('own', type.type)}.id}}`;
    steps.add('patch, viewer', `PATCH ${byId}`, { as: 'viewer', body: add('/displayName', 'by the viewer') });
    steps.add('patch of its own, consumer', `PATCH ${this.path}/${by}`, {
      as: 'consumer',
      body: add('/description', 'by its owner'),
    });
    if (this.offered.has(`PUT ${type.collection}/{id}/vote`)) {
      for (const as of ['admin', 'consumer'] as const)
        steps.add(`vote, ${as}`, `PUT ${byId}/vote`, { as, body: { updatedVoteType: 'votedUp' } });
      steps.add('vote of another kind', `PUT ${byId}/vote`, { body: { updatedVoteType: 'loved' } });
      steps.add('vote taken back', `PUT ${byId}/vote`, { body: { updatedVoteType: 'unVoted' } });
    }
    if (this.offered.has(`PUT ${type.collection}/{id}/followers`)) {
      steps.add('follow', `PUT ${byId}/followers`, { body: { id: '{{consumer.id}}' } });
      steps.add('follow again', `PUT ${byId}/followers`, { body: { id: '{{consumer.id}}' } });
      steps.add('followers', `GET ${byId}?fields=followers`);
      steps.add('unfollow', `DELETE ${byId}/followers/{{consumer.id}}`);
    }
  }

  bulk(): void {
    const { steps, path, body, type } = this;
    if (!this.offered.has(`PUT ${type.collection}/bulk`)) return;
    const named = (at: number): object => ({
      ...body,
      name: `bulk${at}_${type.type}`,
      ...Object.fromEntries(type.addresses.map((property) => [property, `bulk${at}_${type.type}@example.com`])),
    });
    steps.add('bulk dry run', `PUT ${path}/bulk?dryRun=true`, { body: { entities: [named(1), named(2)] } });
    steps.add('bulk', `PUT ${path}/bulk`, { body: { entities: [named(1), named(2)] } });
    steps.add('bulk unchanged', `PUT ${path}/bulk`, { body: { entities: [named(1), named(2)] } });
    const mixed = [{ ...named(1), description: 'changed' }, { ...named(3), nonsense: 1 }, named(4)];
    steps.add('bulk of good and bad', `PUT ${path}/bulk`, { body: { entities: mixed } });
    steps.add('bulk of nothing', `PUT ${path}/bulk`, { body: { entities: [] } });
    steps.add('bulk, viewer', `PUT ${path}/bulk`, { as: 'viewer', body: { entities: [named(5)] } });
  }

  end(): void {
    const { steps, path, byId, byName, one, body } = this;
    steps.add('delete if stale', `DELETE ${byId}`, { headers: { 'if-match': '"77.7"' } });
    steps.add('delete', `DELETE ${byId}`);
    steps.add('read when deleted', `GET ${byId}`);
    steps.add('read with deleted', `GET ${byId}?include=all&fields=*`);
    steps.add('read of deleted by name', `GET ${byName}?include=deleted`);
    steps.add('delete again', `DELETE ${byId}`);
    steps.add('patch of deleted', `PATCH ${byId}`, { body: add('/displayName', 'x') });
    steps.add('put of deleted', `PUT ${path}`, { body: { ...body, description: 'put after its end' } });
    steps.add('restore, consumer', `PUT ${path}/restore`, { as: 'consumer', body: { id: `{{${one}.id}}` } });
    steps.add('restore', `PUT ${path}/restore`, { body: { id: `{{${one}.id}}` } });
    steps.add('restore again', `PUT ${path}/restore`, { body: { id: `{{${one}.id}}` } });
    steps.add('restore of nothing', `PUT ${path}/restore`, { body: { id: '00000000-0000-4000-8000-00000000dead' } });
    steps.add('versions at the end', `GET ${byId}/versions`);
    steps.add('delete with what lies below', `DELETE ${byId}?recursive=true`);
    steps.add('remove for good', `DELETE ${byId}?hardDelete=true&recursive=true`);
    steps.add('read when removed', `GET ${byId}?include=all`);
    steps.add('restore when removed', `PUT ${path}/restore`, { body: { id: `{{${one}.id}}` } });
    steps.add('list of the type', `GET ${path}?limit=3&fields=*&include=all`);
  }
}
