/** Whether other programs used the machine: they falsify every time and rate. */
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const LOOK_MS = 3_000
/** In percent of a core. */
const QUIET_PERCENT = 10

/** Processor time of the whole machine since its start. */
const busyMs = (): number =>
  cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0)

/** Prints what the machine does while nothing of the bench runs on it. */
export async function checkQuiet(when: 'before' | 'after'): Promise<void> {
  const before = busyMs()
  await sleep(LOOK_MS)
  const percent = Math.round((100 * (busyMs() - before)) / LOOK_MS)
  if (percent <= QUIET_PERCENT) return
  console.log(
    `NOT QUIET: other programs used ${percent} % of a core ${when} the bench. Compare no times or rates of this run.`,
  )
}
