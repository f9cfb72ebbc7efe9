// Loaded before a program (NODE_OPTIONS=--import): SIGUSR2 alternately moves the clock forward and back by CLOCK_JUMP_MS.
const jumpMs = Number(process.env.CLOCK_JUMP_MS)
const RealDate = Date
let offsetMs = 0

globalThis.Date = class extends RealDate {
  constructor(...args) {
    if (args.length === 0) super(RealDate.now() + offsetMs)
    else super(...args)
  }
  static now() {
    return RealDate.now() + offsetMs
  }
}
process.on('SIGUSR2', () => {
  offsetMs = offsetMs === 0 ? jumpMs : 0
})
