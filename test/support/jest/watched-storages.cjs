const { AsyncLocalStorage } = require('node:async_hooks');

/**
 * Jest's runner of each file has an AsyncLocalStorage of its own. From its first use on, Node 20 and 22 look at it whenever a promise is
 * made, until it is disabled: after a hundred files, a promise took a hundred times as long.
 *
 * @param prototype whose storages are watched
 * @returns what disables all that were used; one that is used again is enabled again
 */
exports.watchStorages = (prototype = AsyncLocalStorage.prototype) => {
  const used = new Set();
  for (const name of ['run', 'enterWith']) {
    const begin = prototype[name];
    prototype[name] = function (...given) {
      used.add(this);
      return begin.apply(this, given);
    };
  }
  return () => {
    for (const storage of used) storage.disable();
    used.clear();
  };
};
