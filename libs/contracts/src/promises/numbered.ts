/** Names of one list: each after the first of equal ones has ` 2`, ` 3` … behind it. */
export function numbered(): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} ${count}`;
  };
}
