import { joinFqn, Visibility, type Reference } from '@app/catalog';
import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { DbtProject, DbtRelation } from '../project';
import type { ImportRun } from '../report';
import { EntityLookup } from './entity-lookup';
import { MissingEntities, type WantedEntity } from './missing-entities';

/** Classifications of what dbt knows by names alone. */
const CLASSIFICATIONS = {
  dbtTags: 'Tags of dbt',
  dbtGroups: 'Groups of dbt: models that are kept together',
  dbtVersions: 'Models of dbt with several versions',
} as const;
type Classification = keyof typeof CLASSIFICATIONS;

type Owner = Pick<Reference, 'id' | 'type'>;

/** Tags and owners of the catalog for what a project says. */
export interface Governance {
  /** FQNs of tags. */
  labelsOf(relation: DbtRelation): string[];
  columnLabels(tags: readonly string[] | undefined): string[];
  ownersOf(relation: DbtRelation): Owner[];
}

/** Makes the tags that a project names, and finds the users and teams that it names as owners. */
@Injectable()
export class GovernanceWriter {
  constructor(
    private readonly missing: MissingEntities,
    private readonly lookup: EntityLookup,
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  async write(run: ImportRun): Promise<Governance> {
    const { actor, project, report } = run;
    const relations = [...project.relations.values()];
    const labels = await this.tags(run, relations);
    const owners = await this.owners(
      actor,
      relations.flatMap((one) => ownersNamed(project, one)),
    );
    for (const relation of relations)
      for (const name of ownersNamed(project, relation))
        if (!owners.has(name)) report.skip(relation.id, `its owner ${name} is no user or team of the catalog`);
    const there = (fqns: readonly string[]): string[] => fqns.filter((fqn) => labels.has(fqn));
    return {
      labelsOf: (relation) => there(labelsOf(relation)),
      columnLabels: (tags = []) => there(tags.map((tag) => joinFqn('dbtTags', tag))),
      ownersOf: (relation) => {
        const found = ownersNamed(project, relation).flatMap((name) => owners.get(name) ?? []);
        return [...new Map(found.map((owner) => [owner.id, owner])).values()];
      },
    };
  }

  /** FQNs of those that are there. */
  private async tags(run: ImportRun, relations: readonly DbtRelation[]): Promise<Set<string>> {
    const wanted = new Map<string, WantedEntity>();
    const want = (classification: Classification, name: string, description: string): void => {
      const fqn = joinFqn(classification, name);
      if (!wanted.has(fqn)) wanted.set(fqn, { fqn, body: () => ({ name, classification, description }) });
    };
    for (const { governance, columns } of relations) {
      for (const tag of [...governance.tags, ...columns.flatMap(({ tags = [] }) => tags)])
        want('dbtTags', tag, `The tag ${tag} of dbt`);
      if (governance.group !== undefined) want('dbtGroups', governance.group, `The group ${governance.group} of dbt`);
      if (governance.version)
        want('dbtVersions', governance.version.of, `Versions of the model ${governance.version.of}`);
    }
    if (wanted.size === 0) return new Set();
    const used = new Set([...wanted.values()].map(({ body }) => body().classification as Classification));
    const classifications = [...used].map((name) => ({
      fqn: name,
      body: () => ({ name, description: CLASSIFICATIONS[name] }),
    }));
    await this.missing.make(run, 'classification', classifications);
    return new Set((await this.missing.make(run, 'tag', [...wanted.values()])).keys());
  }

  /** Users by name or address, and teams by name. */
  private async owners(actor: Actor, names: readonly string[]): Promise<Map<string, Owner>> {
    const distinct = [...new Set(names)];
    const found = new Map<string, Owner>();
    if (distinct.length === 0) return found;
    for (const row of await this.byAddress(actor, distinct)) found.set(row.name, { id: row.id, type: 'user' });
    for (const type of ['team', 'user']) {
      const spelled = new Map(distinct.map((name) => [name, nameOf(type, name)]));
      const entities = await this.lookup.find(actor, type, [...spelled.values()]);
      for (const [name, fqn] of spelled) {
        const entity = entities.get(fqn);
        if (entity && !entity.deleted) found.set(name, { id: entity.id, type });
      }
    }
    return found;
  }

  private async byAddress(actor: Actor, names: readonly string[]): Promise<{ name: string; id: string }[]> {
    const rows = await this.database.read<{ name: string; id: string }>(BY_ADDRESS, [names]);
    const hidden = await this.visibility.hiddenOf(
      this.database,
      actor,
      rows.map(({ id }) => ({ id, type: 'user' })),
    );
    return rows.filter(({ id }) => !hidden.has(id));
  }
}

/** The FQN of a user or team; names of users are written in lower case. */
function nameOf(type: string, name: string): string {
  return joinFqn(undefined, type === 'user' ? name.toLowerCase() : name);
}

/** Those of the relation, else those of its group. */
function ownersNamed({ groups }: DbtProject, { governance }: DbtRelation): readonly string[] {
  if (governance.owners.length > 0) return governance.owners;
  return governance.group === undefined ? [] : (groups.get(governance.group) ?? []);
}

function labelsOf({ governance: { tags, group, version } }: DbtRelation): string[] {
  return [
    ...tags.map((tag) => joinFqn('dbtTags', tag)),
    ...(group === undefined ? [] : [joinFqn('dbtGroups', group)]),
    ...(version ? [joinFqn('dbtVersions', version.of)] : []),
  ];
}

const BY_ADDRESS = {
  name: 'dbt-owners',
  text: `
    select n.name, e.id::text as id from unnest($1::text[]) n (name)
      join user_email m on m.email = lower(n.name) join entity e on e.node = m.node`,
};
