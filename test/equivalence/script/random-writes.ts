import { KINDS, RandomWorld, WORDS } from './random-world';

/** Requests of a session that change entities. */
export class RandomWrites extends RandomWorld {
  protected create(kind = this.random.of(KINDS)!): void {
    const place = this.placeOf(kind);
    if (!place) return;
    const called = this.word(kind.type);
    const name = `${this.prefix}_${++this.count}`;
    this.steps.add(`create ${kind.type}`, `POST ${kind.path}`, {
      body: { ...kind.body, name: called, ...place },
      save: name,
    });
    this.made.push({ name, kind, place, called });
  }

  protected put(): void {
    const { name, kind, place, called } = this.some();
    const body = {
      ...kind.body,
      name: called,
      ...place,
      description: this.random.of(WORDS),
      ...this.maybe({ displayName: this.random.of(WORDS) }),
    };
    this.steps.add(`put ${kind.type}`, `PUT ${kind.path}`, { as: this.caller(), body, save: `${name}_put` });
  }

  protected putUnchanged(): void {
    const { kind, place, called } = this.some();
    const body = { ...kind.body, name: called, ...place, description: 'the same' };
    for (let times = 0; times < 3; times++) this.steps.add(`put ${kind.type} unchanged`, `PUT ${kind.path}`, { body });
  }

  protected patch(): void {
    const { name, kind } = this.some();
    const value = this.random.of(WORDS);
    const operation = this.random.of([
      { op: 'add', path: '/description', value },
      { op: 'add', path: '/displayName', value },
      { op: 'remove', path: '/displayName' },
      { op: 'replace', path: '/description', value: 'the same' },
      { op: 'add', path: '/sourceUrl', value: `https://example.org/${value}` },
    ]);
    this.steps.add(`patch ${kind.type}`, `PATCH ${kind.path}/{{${name}.id}}`, { as: this.caller(), body: [operation] });
  }

  protected patchMany(): void {
    const { name, kind } = this.some(({ kind: { type } }) => type === 'table');
    const body = [
      { op: 'add', path: '/columns/-', value: { name: `c${this.random.below(5)}`, dataType: 'TEXT' } },
      { op: 'add', path: '/columns/0/description', value: this.random.of(WORDS) },
      ...(this.random.next() < 0.3 ? [{ op: 'remove', path: '/columns/1' }] : []),
    ];
    this.steps.add('patch columns', `PATCH ${kind.path}/{{${name}.id}}`, { body });
  }

  protected patchBadly(): void {
    const { name, kind } = this.some();
    const body = this.random.of<unknown>([
      [{ op: 'test', path: '/description', value: 'never so' }],
      [{ op: 'add', path: '/nonsense', value: 1 }],
      [{ op: 'replace', path: '/version', value: 9 }],
      [{ op: 'add', path: '/owners', value: [{ type: 'user', fullyQualifiedName: 'no.such.user' }] }],
      [{ op: 'remove', path: '/name' }],
      { description: 'x' },
    ]);
    this.steps.add(`patch ${kind.type} badly`, `PATCH ${kind.path}/{{${name}.id}}`, { as: this.caller(), body });
  }

  protected ifMatch(): void {
    const { name, kind } = this.some();
    const tag = this.random.of([`{{${name}.@etag}}`, `{{${name}_read.@etag}}`, '"9.9-x"', '*', 'x']) as string;
    const body = [{ op: 'add', path: '/displayName', value: this.random.of(WORDS) }];
    this.steps.add(`patch ${kind.type} if match`, `PATCH ${kind.path}/{{${name}.id}}`, {
      body,
      headers: { 'if-match': tag },
    });
  }

  protected remove(): void {
    const { name, kind } = this.some();
    const how = this.random.of([
      '',
      '',
      '?recursive=true',
      '?hardDelete=true',
      '?recursive=true&hardDelete=true',
    ]) as string;
    const isHigh = KINDS.indexOf(kind) < 3;
    this.steps.add(
      `delete ${kind.type}`,
      `DELETE ${kind.path}/{{${name}.id}}${isHigh ? how.replace('&hardDelete=true', '') : how}`,
      {
        as: this.caller(),
      },
    );
  }

  protected restore(): void {
    const { name, kind } = this.some();
    this.steps.add(`restore ${kind.type}`, `PUT ${kind.path}/restore`, { body: { id: `{{${name}.id}}` } });
  }

  protected rename(): void {
    const { name, kind } = this.some();
    const body = [{ op: 'replace', path: '/name', value: this.word(kind.type) }];
    this.steps.add(`rename ${kind.type}`, `PATCH ${kind.path}/{{${name}.id}}`, { body });
  }

  protected move(): void {
    const { name, kind } = this.some((one) => one.kind.in !== undefined);
    const place = this.placeOf(kind);
    if (!place || !kind.in) return;
    const value = { type: kind.in[1], fullyQualifiedName: Object.values(place)[0] };
    this.steps.add(`move ${kind.type}`, `PATCH ${kind.path}/{{${name}.id}}`, {
      body: [{ op: 'add', path: `/${kind.in[0]}`, value }],
    });
  }

  protected label(): void {
    const { name, kind } = this.some();
    const label = this.some(({ kind: { type } }) => type === 'tag' || type === 'glossaryTerm');
    const source = label.kind.type === 'tag' ? 'Classification' : 'Glossary';
    const value = [{ tagFQN: `{{${label.name}.fullyQualifiedName}}`, source }];
    this.steps.add(`label ${kind.type}`, `PATCH ${kind.path}/{{${name}.id}}`, {
      body: [{ op: 'add', path: '/tags', value }],
    });
  }

  /** Gives it to somebody, so that it is hidden from the viewer, or to a domain. */
  protected own(): void {
    const { name, kind } = this.some();
    const domain = this.some(({ kind: { type } }) => type === 'domain');
    const operation = this.random.of<object>([
      { op: 'add', path: '/owners', value: [{ type: 'user', fullyQualifiedName: 'keeper' }] },
      { op: 'add', path: '/owners', value: [{ type: 'user', fullyQualifiedName: 'viewer' }] },
      { op: 'add', path: '/owners', value: [{ type: 'user', fullyQualifiedName: 'carla' }] },
      { op: 'remove', path: '/owners' },
      { op: 'add', path: '/domains', value: [{ type: 'domain', id: `{{${domain.name}.id}}` }] },
    ]);
    this.steps.add(`own ${kind.type}`, `PATCH ${kind.path}/{{${name}.id}}`, { body: [operation] });
  }

  protected bulk(): void {
    const { kind, place } = this.some();
    const entities = Array.from({ length: 1 + this.random.below(4) }, (_, at) => ({
      ...kind.body,
      name: `${this.prefix}bulk${this.random.below(3)}${at}`,
      ...place,
      description: this.random.of(WORDS),
      ...this.maybe({ displayName: at === 2 ? 5 : 'shown' }),
    }));
    this.steps.add(`bulk ${kind.type}`, `PUT ${kind.path}/bulk`, { as: this.caller(), body: { entities } });
  }
}
