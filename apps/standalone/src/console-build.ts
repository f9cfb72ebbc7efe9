/** Builds the packages that a running product serves, then its console: a first build takes longer than a start may. */
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { type BUILD_STEPS, writeBuildStatus } from '@waybill/gateway/console/build-status'
import { BUILT_CONSOLE } from '@waybill/gateway/console/console'
import type { consoleOptions } from '@waybill/gateway/console/variables'
import { type BuildProcess, startBuild } from './build-process.ts'

const PACKAGES = join(BUILT_CONSOLE, '../../../scripts/run.mjs')
const CONSOLE = join(BUILT_CONSOLE, '../build.ts')
/**
 * The niceness of a build that somebody waits for. With the lowest priority it would hardly run beside other work, and with the
 * usual one the first calls of the API would wait for it.
 */
const AWAITED = 5
const DOWNLOADS = join(BUILT_CONSOLE, '../../gateway/build-downloads.ts')

type Options = Pick<ReturnType<typeof consoleOptions>, 'directory' | 'devServer'>

const isBuiltHere = ({ directory, devServer }: Options): boolean => !directory && !devServer && existsSync(CONSOLE)
/** The lowest one is for a console that replaces one that is there: npm fails if it waits long for what is at /downloads. */
export const chooseNiceness = (step: (typeof BUILD_STEPS)[number], isConsoleMissing: boolean): number =>
  step === 'console' && !isConsoleMissing ? constants.priority.PRIORITY_LOW : AWAITED
const isMissing = (): boolean => !existsSync(join(BUILT_CONSOLE, 'index.html'))

/** Has /console say that it will be built: before the gateway answers, so that nobody reads of an earlier build. */
export async function announceConsoleBuild(options: Options): Promise<void> {
  if (isBuiltHere(options)) await writeStep('packages', new Date())
}

const writeStep = (step: (typeof BUILD_STEPS)[number], startedAt: Date): Promise<void> =>
  writeBuildStatus(BUILT_CONSOLE, isMissing() ? { state: 'building', step, startedAt: startedAt.toISOString() } : null)

/**
 * Installs the compilers, without which a product runs, then starts the builds, which do nothing if they were made from the
 * same sources. Output appears only if one fails: on stderr and, of the console, at /console. Builds nothing if the console is
 * served from elsewhere, or without its sources. `stop` ends the build.
 */
export function startConsoleBuild(options: Options): { stop(): Promise<void> } {
  if (!isBuiltHere(options)) return { stop: async () => {} }
  const startedAt = new Date()
  let isStopping = false
  let build: BuildProcess | null = null
  /** Null if it succeeded or this is stopping. */
  const run = async (
    step: (typeof BUILD_STEPS)[number],
    what: string,
    ...program: string[]
  ): Promise<string | null> => {
    await writeStep(step, startedAt)
    if (isStopping) return null
    build = startBuild(program, chooseNiceness(step, isMissing()))
    const failure = await build.ended
    if (failure !== null) report(what, failure)
    return failure
  }
  const finished = (async () => {
    const missing = await run(
      'packages',
      'The packages that build the console could not be installed',
      PACKAGES,
      'packages',
    )
    // The quick one first: npm does not wait for the other, and the page of the console does.
    if (missing === null) await run('downloads', 'The packages at /downloads could not be built', DOWNLOADS)
    const failure = missing ?? (await run('console', 'The console could not be built', CONSOLE))
    await writeBuildStatus(BUILT_CONSOLE, failure === null ? null : { state: 'failed', output: failure })
  })()
  return {
    async stop() {
      isStopping = true
      await build?.stop()
      await finished
    },
  }
}

const report = (what: string, failure: string) =>
  process.stderr.write(`\n${what}. The API is not affected.\n${failure}\n`)
