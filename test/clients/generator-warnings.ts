/** Media types that the generator does not know, each beside one that it does: YAML and forms beside JSON, CSV beside bytes. */
const OTHER_TYPE =
  /Unsupported content[ _]type (?:\{')?(?:application\/(?:x-)?yaml|text\/yaml|text\/csv|text\/plain|(?:application|text)\/xml|application\/x-ndjson)/;

/** What openapi-python-client could not make a client of, in its own words; operations that are left out above all. */
export function generatorWarnings(output: string): string[] {
  const [, ...warnings] = output.split(/^(?=(?:WARNING|ERROR|Unable) )/m);
  return warnings
    .map((warning) => warning.split('\n').slice(0, 4).join(' ').slice(0, 500))
    .filter((warning) => !isOfOtherType(warning) && !warning.includes('ruff is not in PATH'));
}

const isOfOtherType = (warning: string): boolean =>
  OTHER_TYPE.test(warning) && !/will not be generated|Could not find|Invalid property/.test(warning);
