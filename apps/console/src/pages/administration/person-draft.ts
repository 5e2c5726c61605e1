import type { Collection, ListName, NewPerson, Person } from '../../api/administration';
import type { Schemas } from '../../api/service/client';

/** Form values of a user, team, role or policy; references by name. */
export interface PersonDraft {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly email: string;
  /** Needed for a new user alone; it is never shown again. */
  readonly password: string;
  readonly isAdmin: boolean;
  readonly lists: Readonly<Partial<Record<ListName, readonly string[]>>>;
  readonly rules: readonly RuleDraft[];
}

/** A rule of a policy; lists with commas between their words. */
export interface RuleDraft {
  readonly name: string;
  readonly effect: 'allow' | 'deny';
  readonly resources: string;
  readonly operations: string;
  readonly condition: string;
  /** Unchanged: the form does not show it. */
  readonly description?: string | undefined;
}

/** The words of a list with commas between them. */
export const words = (text: string): string[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');

function ruleOf({ name, effect, resources, operations, condition, description }: RuleDraft): object {
  return {
    name: name.trim(),
    effect,
    resources: words(resources),
    operations: words(operations),
    ...(condition.trim() && { condition: condition.trim() }),
    ...(description !== undefined && { description }),
  };
}

/** The rule that is offered first. */
export const NEW_RULE: RuleDraft = {
  name: '',
  effect: 'allow',
  resources: 'All',
  operations: 'ViewAll',
  condition: '',
};

/** Names that are listed for each kind. */
export const LISTS: Readonly<Record<Collection, readonly ListName[]>> = {
  users: ['roles', 'teams'],
  teams: ['users', 'policies'],
  roles: ['policies'],
  policies: [],
};

const namesOf = (of: Person['roles']): string[] =>
  (of ?? []).map(({ fullyQualifiedName, name }) => fullyQualifiedName ?? name ?? '');

/** The draft of an existing user, or of a new one; a new policy has a rule to fill in. */
export function draftOf(collection: Collection, one?: Partial<Person>): PersonDraft {
  return {
    name: one?.name ?? '',
    displayName: one?.displayName ?? '',
    description: one?.description ?? '',
    email: one?.email ?? '',
    password: '',
    isAdmin: one?.isAdmin ?? false,
    lists: Object.fromEntries(LISTS[collection].map((list) => [list, namesOf(one?.[list])])),
    rules:
      one === undefined
        ? [NEW_RULE]
        : (one.rules ?? []).map(({ name, effect, resources = [], operations, condition = '', description }) => ({
            name,
            effect,
            resources: resources.join(', '),
            operations: operations.join(', '),
            condition,
            description,
          })),
  };
}

/** The members of a draft that a kind has, as they are sent. */
function membersOf(collection: Collection, draft: PersonDraft): Record<string, unknown> {
  const { displayName, description, email, isAdmin, lists, rules } = draft;
  return {
    displayName: displayName.trim(),
    description: description.trim(),
    ...(collection === 'users' && { email: email.trim(), isAdmin }),
    ...(collection === 'policies' && { rules: rules.map(ruleOf) }),
    ...lists,
  };
}

const isEmpty = (value: unknown): boolean => value === '' || value === false || (Array.isArray(value) && !value.length);

/** A JSON Patch of what differs between two drafts; text that is empty is taken away. */
export function patchOf(collection: Collection, before: PersonDraft, after: PersonDraft): Schemas['JsonPatch'] {
  const [old, now] = [membersOf(collection, before), membersOf(collection, after)];
  return Object.entries(now).flatMap(([name, value]): Schemas['JsonPatch'] => {
    if (JSON.stringify(old[name]) === JSON.stringify(value)) return [];
    const path = `/${name}`;
    return value === '' ? [{ op: 'remove', path }] : [{ op: 'add', path, value }];
  });
}

/** The kind of a new team: one that has users. */
const NEW_TEAM = { teamType: 'Group' };

/** The body that makes a new one: what is empty is left out. */
export function bodyOf(collection: Collection, draft: PersonDraft): NewPerson {
  const members = Object.entries(membersOf(collection, draft)).filter(([, value]) => !isEmpty(value));
  return {
    name: draft.name.trim(),
    ...(collection === 'teams' && NEW_TEAM),
    ...(draft.password && { password: draft.password }),
    ...Object.fromEntries(members),
  } as NewPerson;
}
