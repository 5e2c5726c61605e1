/** Regular expressions of JavaScript, each matched from the beginning of a name, without regard to case. */
export interface NamePatterns {
  readonly includes: readonly string[];
  readonly excludes: readonly string[];
}

const compile = (pattern: string): RegExp => new RegExp(pattern, 'iy');

/** For each name whether some include, if there is any, and no exclude matches it. May take long: it belongs into a thread. */
export function passing(names: readonly string[], { includes, excludes }: NamePatterns): boolean[] {
  const [wanted, unwanted] = [includes.map(compile), excludes.map(compile)];
  return names.map((name) => (!wanted.length || matchesSome(wanted, name)) && !matchesSome(unwanted, name));
}

function matchesSome(patterns: readonly RegExp[], name: string): boolean {
  return patterns.some((pattern) => {
    pattern.lastIndex = 0;
    return pattern.test(name);
  });
}

export const isOpen = ({ includes, excludes }: NamePatterns): boolean => !includes.length && !excludes.length;
