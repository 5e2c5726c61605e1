const PLAIN_KEY = /^[^.[\]"\s]+$/;

/** One more step of a path such as `columns[0].name`; a key with a dot, a bracket or a blank is quoted. */
export function childPath(parent: string, step: string | number): string {
  if (typeof step === 'number') return `${parent}[${step}]`;
  const key = PLAIN_KEY.test(step) ? step : JSON.stringify(step.length > 256 ? `${step.slice(0, 256)}…` : step);
  return parent ? `${parent}.${key}` : key;
}
