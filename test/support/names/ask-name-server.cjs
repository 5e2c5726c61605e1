// Required by a process before anything else: its look-ups by `dns.promises.Resolver` ask the server that NAME_SERVER names.
const { promises } = require('node:dns');

const { Resolver } = promises;
promises.Resolver = class extends Resolver {
  constructor(options) {
    super(options);
    this.setServers([process.env.NAME_SERVER]);
  }
};
