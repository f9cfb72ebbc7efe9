import { run } from '../program.ts'
import type { Terminal } from '../terminal.ts'

/** Runs `waybill` with these arguments and returns its exit code and everything it printed. */
export async function waybill(args: readonly string[], terminal: Partial<Terminal> = {}) {
  let out = ''
  let err = ''
  const exitCode = await run(args, {
    env: {},
    ...terminal,
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
  })
  return { exitCode, out, err }
}
