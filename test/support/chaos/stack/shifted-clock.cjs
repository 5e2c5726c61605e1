// Loaded before a program by NODE_OPTIONS: its clock is off by CLOCK_SHIFT_MS. Timers and performance.now() run as they do.
const shift = Number(process.env.CLOCK_SHIFT_MS);
const TrueDate = Date;

globalThis.Date = class Date extends TrueDate {
  constructor(...parts) {
    if (parts.length === 0) super(TrueDate.now() + shift);
    else super(...parts);
  }

  static now() {
    return TrueDate.now() + shift;
  }
};
