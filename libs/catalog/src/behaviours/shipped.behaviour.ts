import { ruleWordFaults, SHIPPED_ROLES, type RuleWords } from '@app/auth';
import { badRequest, invalidFields, MOST_FAULTS, type Actor, type ErrorDetail } from '@app/common';
import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { entityTypes } from '../types/entity-types';
import { OTHER_RESOURCES } from '../read/permissions';
import { SHIPPED_IDS } from '../types/people/common';
import type { EntityDocument } from '../definition/entity-document';
import type { EntityBehaviour } from '../write/entity-behaviour';
import type { EntityDraft } from '../write/entity-draft';

/**
 * Roles and policies. The built-in ones are looked up by name and every installation relies on them: their description and rules
 * can be changed, but they cannot be deleted, renamed, disabled or left without rules. New rules of any policy have to be readable.
 */
@Injectable()
export class ShippedBehaviour implements EntityBehaviour {
  prepare(_tx: Transaction, _actor: Actor, draft: EntityDraft, previous?: EntityDocument): Promise<void> {
    const faults = [...shippedFaults(draft, previous), ...ruleFaults(draft, previous)];
    return faults.length ? Promise.reject(invalidFields(faults)) : Promise.resolve();
  }

  hidden(tx: Transaction, _actor: Actor, nodes: readonly string[]): Promise<void> {
    return requireOwn(tx, nodes);
  }

  removing(tx: Transaction, _actor: Actor, nodes: readonly string[]): Promise<void> {
    return requireOwn(tx, nodes);
  }
}

/** @throws {AppError} BAD_REQUEST if one of the nodes is built in */
async function requireOwn(tx: Transaction, nodes: readonly string[]): Promise<void> {
  const text = `select type, name from entity where node = any($1::bigint[]) and id = any($2::uuid[]) limit 1`;
  const [shipped] = await query<{ type: string; name: string }>(tx, text, [nodes, SHIPPED_IDS]);
  if (!shipped) return;
  const own = `the ${SHIPPED_ROLES.length} roles that ship and their policies stay`;
  throw badRequest(`The ${shipped.type} ${shipped.name} cannot be deleted: ${own}`);
}

function shippedFaults(draft: EntityDraft, previous?: EntityDocument): ErrorDetail[] {
  if (!previous || !SHIPPED_IDS.includes(draft.id)) return [];
  const { entityType, name, relations, attributes } = draft;
  const faults: ErrorDetail[] = [];
  if (name !== previous.name)
    faults.push({ field: 'name', message: `${String(previous.name)} ships: it keeps its name` });
  if (entityType.type === 'role' && !relations.get('policies')?.length)
    faults.push({ field: 'policies', message: `the role ${name} ships: it keeps at least one policy` });
  if (attributes.enabled === false)
    faults.push({ field: 'enabled', message: `the policy ${name} ships: it cannot be switched off` });
  return faults;
}

function ruleFaults({ entityType, attributes }: EntityDraft, previous?: EntityDocument): ErrorDetail[] {
  if (entityType.type !== 'policy') return [];
  const faults: ErrorDetail[] = [];
  for (const fault of ruleWordFaults(rulesOf(attributes), rulesOf(previous ?? {}), resourceNames())) {
    faults.push(fault);
    if (faults.length > MOST_FAULTS) break;
  }
  return faults;
}

function rulesOf({ rules }: Readonly<Record<string, unknown>>): readonly RuleWords[] {
  return (rules as RuleWords[] | undefined) ?? [];
}

/** The resources that rules can be about, by its name in small letters; the name of a collection stands for its type. */
function resourceNames(): Map<string, string> {
  const names = ['All', ...entityTypes.names(), ...OTHER_RESOURCES];
  const collections = entityTypes.all().map(({ collection, type }) => [collection.toLowerCase(), type] as const);
  return new Map([...collections, ...names.map((name) => [name.toLowerCase(), name] as const)]);
}
