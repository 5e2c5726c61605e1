// Loaded into the processes under test: their random ids come in the order in which they are made. Whatever is sorted by id, such as hits of
// equal names, then has one order in every run.
const crypto = require('node:crypto');
const { syncBuiltinESMExports } = require('node:module');

let last = 0n;

crypto.randomUUID = function randomUUID() {
  const now = BigInt(Date.now()) << 24n;
  last = now > last ? now : last + 1n;
  const digits = last.toString(16).padStart(18, '0');
  const process_ = (process.pid % 65_536).toString(16).padStart(4, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(12, 15)}-8${digits.slice(15, 18)}-00000000${process_}`;
};
syncBuiltinESMExports();
