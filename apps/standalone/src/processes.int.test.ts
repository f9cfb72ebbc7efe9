import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { commandLine, isRunning, knownProcess } from './processes.ts'

const NO_PROCESS = 2 ** 22 + 1 // above the highest pid that Linux gives

async function startedProcess(name: string) {
  const child = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1_000)', '--', name])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return { child, pid: child.pid as number }
}

test('a running process is known by its start and its command line', async () => {
  const { pid } = await startedProcess('name with spaces) S 1')
  expect(isRunning(knownProcess(pid))).toBe(true)
  expect(commandLine(pid)).toContain('name with spaces) S 1')
  expect(isRunning({ pid, started: knownProcess(process.pid).started })).toBe(false)
})

test('a killed process no longer runs, from the moment it has ended', async () => {
  const { child, pid } = await startedProcess('ends')
  const known = knownProcess(pid)
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(isRunning(known)).toBe(false)
})

test('a pid without a process has no command line and does not run', () => {
  expect(commandLine(NO_PROCESS)).toBe('')
  expect(isRunning(knownProcess(NO_PROCESS))).toBe(false)
})
