/** One step of a path: a key, or a place in a list. */
export type Step = string | number;

/**
 * The steps of a path such as `schema[2].dataType` or `schema."a.b".dataType`, as errors and changes name places.
 * What is no path of that form is one step.
 */
export function pathSteps(path: string): Step[] {
  const steps: Step[] = [];
  const pattern = /\.?(?:\[(\d{1,9})\]|("(?:[^"\\]|\\.|"")*")|([^.[\]"]+))/gy;
  let end = 0;
  for (const match of path.matchAll(pattern)) {
    const [text, index, quoted, plain] = match;
    steps.push(index !== undefined ? Number(index) : (plain ?? unquoted(quoted ?? '')));
    end = match.index + text.length;
  }
  return end === path.length ? steps : [path];
}

/** A quote inside is escaped as JSON does it, or doubled as FQNs do it. */
function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text.slice(1, -1).replaceAll('""', '"');
  }
}
