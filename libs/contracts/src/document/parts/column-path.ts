import { joinFqn } from '@app/catalog/pure';

/** The path of a thing below `parent` (itself a path; empty at the top): its names are quoted as those of an FQN are. */
export function childPath(parent: string, name: string): string {
  return joinFqn(parent === '' ? undefined : parent, name);
}
