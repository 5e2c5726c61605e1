/** Longest name of an entity, in code points. */
const MAX_NAME = 256;

/** The name of the contract that holds the results of an asset whose contract is inherited. */
export function localContractName(productContract: string, asset: string): string {
  const name = [...`${productContract} - ${asset}`];
  return name.slice(0, MAX_NAME).join('').trimEnd();
}
