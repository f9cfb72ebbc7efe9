/** One run of turbo, and what became of each of its tasks. */
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

export interface TaskRun {
  task: string
  /** Directory of the workspace, from the root. */
  directory: string
  failed: boolean
  /** Its result is an earlier one's, from the cache. */
  replayed: boolean
  seconds: number
}

/** Part of the summary that turbo writes with --summarize. */
interface RunSummary {
  tasks: {
    task: string
    directory: string
    command: string
    cache: { status: 'HIT' | 'MISS' }
    execution?: { startTime: number; endTime: number; exitCode: number | null }
  }[]
}

const root = join(import.meta.dirname, '../..')
const summaries = join(root, '.turbo/runs')
const turbo = join(root, 'node_modules/turbo/bin/turbo')

/** Runs the tasks in every workspace that has them. One that fails does not stop the others. */
export async function runTurbo(options: {
  tasks: string[]
  force: boolean
  env: Record<string, string>
}): Promise<TaskRun[]> {
  const env = { ...process.env, ...options.env }
  rmSync(summaries, { recursive: true, force: true })
  const flags = ['--continue=always', '--output-logs=new-only', '--summarize', ...(options.force ? ['--force'] : [])]
  await runNode([turbo, 'run', ...options.tasks, ...flags], env)
  return readSummary()
    .tasks.filter(({ task, command }) => options.tasks.includes(task) && command !== '<NONEXISTENT>')
    .map(({ task, directory, cache, execution }) => ({
      task,
      directory,
      failed: execution?.exitCode !== 0,
      replayed: cache.status === 'HIT',
      seconds: execution ? (execution.endTime - execution.startTime) / 1000 : 0,
    }))
}

function readSummary(): RunSummary {
  const [file] = existsSync(summaries) ? readdirSync(summaries) : []
  return file ? (JSON.parse(readFileSync(join(summaries, file), 'utf8')) as RunSummary) : { tasks: [] }
}

function runNode(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
    child.on('error', reject)
    child.on('close', () => resolve()) // the summary says which tasks failed
  })
}
