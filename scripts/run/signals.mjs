/** Signals of the bootstrap, and the end of the npm that has started it. */
import { readFileSync } from 'node:fs'

export function onSignals(handle) {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  for (const signal of signals) process.on(signal, handle)
  return () => {
    for (const signal of signals) process.off(signal, handle)
  }
}

/** Calls `handle` once npm, which has started this process, was killed without a signal that it could pass on. */
export function onParentGone(handle) {
  if (process.env.npm_lifecycle_event === undefined) return // started by hand, perhaps to outlive its shell
  const parents = npmParents()
  const timer = setInterval(() => {
    if (npmParents() === parents) return
    clearInterval(timer)
    handle()
  }, 500)
}

/** The pid of the parent, and of npm if the parent is the shell in which npm runs the script. */
function npmParents() {
  const { ppid } = process
  const isShell = /^\S*sh\0-c\0/.test(readProc(ppid, 'cmdline'))
  return isShell ? `${ppid} ${readProc(ppid, 'stat').split(') ').at(-1).split(' ')[1]}` : String(ppid)
}

/** Empty where there is no /proc: other systems' shells replace themselves by the script. */
function readProc(pid, name) {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
