/** Builds the console beside a running product, then the packages that it serves: a first build takes longer than a start may. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { writeBuildStatus } from '@waybill/gateway/console/build-status'
import { BUILT_CONSOLE } from '@waybill/gateway/console/console'
import type { consoleOptions } from '@waybill/gateway/console/variables'
import { type BuildProcess, startBuild } from './build-process.ts'

const CONSOLE = join(BUILT_CONSOLE, '../build.ts')
const DOWNLOADS = join(BUILT_CONSOLE, '../../gateway/build-downloads.ts')

/**
 * Starts the builds, which do nothing if they were made from the same sources. Output appears only if one
 * fails: on stderr and, of the console, at /console. Builds nothing if the console is served from elsewhere, or without its
 * sources. `stop` ends the build.
 */
export async function startConsoleBuild({
  directory,
  devServer,
}: Pick<ReturnType<typeof consoleOptions>, 'directory' | 'devServer'>): Promise<{ stop(): Promise<void> }> {
  if (directory || devServer || !existsSync(CONSOLE)) return { stop: async () => {} }
  const isMissing = !existsSync(join(BUILT_CONSOLE, 'index.html'))
  await writeBuildStatus(BUILT_CONSOLE, isMissing ? { state: 'building' } : null)
  let isStopping = false
  let build: BuildProcess = startBuild(CONSOLE)
  const finished = (async () => {
    const failure = await build.ended
    await writeBuildStatus(BUILT_CONSOLE, failure === null ? null : { state: 'failed', output: failure })
    if (failure !== null) report('The console', failure)
    if (isStopping) return
    build = startBuild(DOWNLOADS)
    const other = await build.ended
    if (other !== null) report('The packages at /downloads', other)
  })()
  return {
    async stop() {
      isStopping = true
      await build.stop()
      await finished
    },
  }
}

const report = (what: string, failure: string) =>
  process.stderr.write(`\n${what} could not be built. The API is not affected.\n${failure}\n`)
