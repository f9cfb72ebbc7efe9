/** Builds the packages that a running product serves, then its console: a first build takes longer than a start may. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeBuildStatus } from '@waybill/gateway/console/build-status'
import { BUILT_CONSOLE } from '@waybill/gateway/console/console'
import type { consoleOptions } from '@waybill/gateway/console/variables'
import { type BuildProcess, startBuild } from './build-process.ts'

const PACKAGES = join(BUILT_CONSOLE, '../../../scripts/run.mjs')
const CONSOLE = join(BUILT_CONSOLE, '../build.ts')
const DOWNLOADS = join(BUILT_CONSOLE, '../../gateway/build-downloads.ts')

/**
 * Installs the compilers, without which a product runs, then starts the builds, which do nothing if they were made from the
 * same sources. Output appears only if one fails: on stderr and, of the console, at /console. Builds nothing if the console is
 * served from elsewhere, or without its sources. `stop` ends the build.
 */
export async function startConsoleBuild({
  directory,
  devServer,
}: Pick<ReturnType<typeof consoleOptions>, 'directory' | 'devServer'>): Promise<{ stop(): Promise<void> }> {
  if (directory || devServer || !existsSync(CONSOLE)) return { stop: async () => {} }
  const isMissing = !existsSync(join(BUILT_CONSOLE, 'index.html'))
  await writeBuildStatus(BUILT_CONSOLE, isMissing ? { state: 'building' } : null)
  let isStopping = false
  let build: BuildProcess | null = null
  /** Null if it succeeded or this is stopping. */
  const run = async (what: string, ...program: Parameters<typeof startBuild>): Promise<string | null> => {
    if (isStopping) return null
    build = startBuild(...program)
    const failure = await build.ended
    if (failure !== null) report(what, failure)
    return failure
  }
  const finished = (async () => {
    const missing = await run('The packages that build the console could not be installed', PACKAGES, 'packages')
    // The quick one first: npm does not wait for the other, and the page of the console does.
    if (missing === null) await run('The packages at /downloads could not be built', DOWNLOADS)
    const failure = missing ?? (await run('The console could not be built', CONSOLE))
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
