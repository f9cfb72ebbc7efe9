/** Processes that a killed stack left behind: recorded in processes.json by name, and ended by the next start. */
import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataDirectory } from '@waybill/standalone/data-directory'
import { isRunning, type KnownProcess, knownProcess } from '@waybill/standalone/processes'
import { StartError } from '@waybill/standalone/start-error'

const FILE = 'processes.json'
const GONE_WITHIN_MS = 5_000

export interface ProcessMemory {
  remember(name: string, pid: number): void
}

/** Ends the processes that a killed stack left running on this directory, and records those started from now on. */
export async function endLeftovers(directory: DataDirectory): Promise<{ ended: number[]; memory: ProcessMemory }> {
  const left = existsSync(directory.file(FILE)) ? read(directory.file(FILE)) : []
  const leftovers = left.filter(isRunning)
  for (const { pid } of leftovers) kill(pid)
  for (const until = Date.now() + GONE_WITHIN_MS; leftovers.some(isRunning); await sleep(20)) {
    if (Date.now() > until)
      throw new StartError(
        `Processes of an earlier stack are still running: ${leftovers.map(({ pid }) => pid).join(', ')}. End them by hand.`,
      )
  }
  const running: Record<string, KnownProcess> = {}
  return {
    ended: leftovers.map(({ pid }) => pid),
    memory: {
      remember(name, pid) {
        running[name] = knownProcess(pid)
        directory.write(FILE, `${JSON.stringify(running, null, 2)}\n`)
      },
    },
  }
}

function read(file: string): KnownProcess[] {
  try {
    return Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, KnownProcess>)
  } catch {
    return [] // damaged: what still runs uses other ports
  }
}

/** SIGKILL, as its parent got: the services recover from it. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it ended between the check and the signal
  }
}
