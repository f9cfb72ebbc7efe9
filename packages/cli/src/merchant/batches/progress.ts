/** A progress bar on a terminal. */
import type { Terminal } from '../../terminal.ts'

const WIDTH = 30
const CLEAR_LINE = '\r\u001b[K'

export interface Progress {
  update(done: number, failed: number): void
  /** Removes the bar: what is printed next begins its line. */
  hide(): void
}

/** Pure: `[██████░░░░] 120/500 shipments, 3 failed`. */
export function progressLine(what: string, { done, failed, total }: { done: number; failed: number; total: number }) {
  const filled = Math.floor((WIDTH * done) / total)
  const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
  return `[${bar}] ${done}/${total} ${what}${failed > 0 ? `, ${failed} failed` : ''}`
}

/** Shows nothing unless a person looks at standard error. */
export function startProgress(terminal: Terminal, what: string, total: number): Progress {
  const isShown = terminal.showsProgress === true
  const write = (text: string) => {
    if (isShown) terminal.err(text)
  }
  write(progressLine(what, { done: 0, failed: 0, total }))
  return {
    update: (done, failed) => write(CLEAR_LINE + progressLine(what, { done, failed, total })),
    hide: () => write(CLEAR_LINE),
  }
}
