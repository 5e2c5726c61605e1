/** Does `work` again and again while `measure` goes on, and waits for the last one. */
export async function during<T>(work: (() => Promise<unknown>) | undefined, measure: () => Promise<T>): Promise<T> {
  let going = true;
  const working = (async () => {
    while (work && going) await work();
  })();
  try {
    return await measure();
  } finally {
    going = false;
    await working;
  }
}
