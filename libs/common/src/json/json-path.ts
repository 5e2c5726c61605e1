const PLAIN_KEY = /^[^.[\]"\s]+$/;

/** Appends a step to a path such as `columns[0].name`; keys with dots, brackets or spaces are quoted. */
export function childPath(parent: string, step: string | number): string {
  if (typeof step === 'number') return `${parent}[${step}]`;
  const key = PLAIN_KEY.test(step) ? step : JSON.stringify(step.length > 256 ? `${step.slice(0, 256)}…` : step);
  return parent ? `${parent}.${key}` : key;
}
