import { inTransaction, Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { type Transaction, Database, query } from '@app/database';
import { Injectable } from '@nestjs/common';
import { CONTRACT_SUBJECTS } from '../document/schema-against-asset';
import type { StoredDocument } from '../odcs/overlay/overlay-document';

/** An entity by which an import finds an asset or an owner. */
export interface NamedEntity {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly fqn: string;
}

/** The documents that contracts came from, and what an import looks up by name: what is hidden from its sender is not found. */
@Injectable()
export class OdcsRepository {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
  ) {}

  async save(tx: Transaction, node: string, { document, object, baseline }: StoredDocument): Promise<void> {
    const text = `insert into contract_odcs (node, document, object, baseline) values ($1, $2, $3, $4)
      on conflict (node) do update set document = excluded.document, object = excluded.object, baseline = excluded.baseline`;
    await query(tx, text, [node, document, object, baseline]);
  }

  /** Reads the document as the transaction sees it. @param node of the contract */
  async ofNode(tx: Transaction, node: string): Promise<StoredDocument | undefined> {
    const text = 'select document, object, baseline from contract_odcs where node = $1';
    return (await query<StoredDocument & object>(tx, text, [node]))[0];
  }

  async ofContract(id: string): Promise<StoredDocument | undefined> {
    const [row] = await this.database.read<StoredDocument>(
      {
        name: 'odcs_of_contract',
        text: `select o.document, o.object, o.baseline from contract_odcs o join entity e on e.node = o.node where e.id = $1`,
      },
      [id],
    );
    return row;
  }

  /** The owners of a contract or an asset, else of what it lies in. */
  async ownerIds(id: string): Promise<readonly string[]> {
    const text = `select owner_ids(node) as ids from entity where id = $1::uuid`;
    const [row] = await this.database.read<{ ids: string[] }>({ name: 'odcs_owner_ids', text }, [id]);
    return row?.ids ?? [];
  }

  /** Gives an entity the id, unless another one has it; concurrent requests for it run one after another. */
  async takeId(tx: Transaction, node: string, id: string): Promise<boolean> {
    await query(tx, `select pg_advisory_xact_lock(hashtextextended('odcs id ' || $1, 0))`, [id]);
    const taken = await inTransaction(tx).read({ name: '', text: `select 1 from entity where id = $1::uuid` }, [id]);
    if (taken.length) return false;
    // The event of its creation has been recorded in this transaction.
    const text = `with told as (update change_event_pending set entity_id = $2::uuid where node = $1)
      update entity set id = $2::uuid where node = $1`;
    await query(tx, text, [node, id]);
    return true;
  }

  /** @throws {AppError} NOT_FOUND, FORBIDDEN unless the actor may edit it */
  async requireEdit(actor: Actor, id: string): Promise<void> {
    const object = { id, ownerIds: await this.ownerIds(id) };
    await this.visibility.requireObject(this.database, actor, 'dataContract', object, { key: id, oneOf: ['EditAll'] });
  }

  /** Users and teams of these names. */
  async peopleNamed(actor: Actor, names: readonly string[]): Promise<NamedEntity[]> {
    const text = `select id, type, name, fqn from entity
                   where type in ('user', 'team') and name = any($1::text[]) and deleted_by is null order by type desc, name`;
    return this.seen(actor, await this.database.read<NamedEntity>({ name: 'odcs_people', text }, [names]));
  }

  /** The live entities of a type with these FQNs. */
  async withFqns(actor: Actor, type: string, fqns: readonly string[]): Promise<NamedEntity[]> {
    const text = `select e.id, e.type, e.name, e.fqn from unnest($2::text[]) w(fqn)
                    join entity e on e.type = $1 and md5(e.fqn)::uuid = md5(w.fqn)::uuid and e.fqn = w.fqn
                   where e.deleted_by is null`;
    return this.seen(actor, await this.database.read<NamedEntity>({ name: 'odcs_with_fqns', text }, [type, fqns]));
  }

  async hasService(actor: Actor, fqn: string): Promise<boolean> {
    const text = `select id, type, name, fqn from entity
                   where md5(fqn)::uuid = md5($1)::uuid and fqn = $1 and type like '%Service' and deleted_by is null`;
    const found = await this.database.read<NamedEntity>({ name: 'odcs_service', text }, [fqn]);
    return (await this.seen(actor, found)).length > 0;
  }

  /** The live assets of a service whose name is, in any letter case, one of these. */
  async assetsOfService(actor: Actor, service: string, names: readonly string[]): Promise<NamedEntity[]> {
    const text = `select e.id, e.type, e.name, e.fqn from entity s join entity e on e.root = s.node
                   where md5(s.fqn)::uuid = md5($1)::uuid and s.fqn = $1 and s.type like '%Service'
                     and e.type = any($2::text[]) and lower(e.name) = any($3::text[]) and e.deleted_by is null order by e.fqn`;
    const values = [service, CONTRACT_SUBJECTS, names];
    return this.seen(actor, await this.database.read<NamedEntity>({ name: 'odcs_assets', text }, values));
  }

  private seen(actor: Actor, found: readonly NamedEntity[]): Promise<NamedEntity[]> {
    return this.visibility.seenOf(this.database, actor, found);
  }
}
