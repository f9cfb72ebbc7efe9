/** Builds the packages that a running product serves, then its console: a first build takes longer than a start may. */
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
  // The quick one first: npm does not wait for the other, and the page of the console does.
  let build: BuildProcess = startBuild(DOWNLOADS)
  const finished = (async () => {
    const failure = await build.ended
    if (failure !== null) report('The packages at /downloads', failure)
    if (isStopping) return await writeBuildStatus(BUILT_CONSOLE, null)
    build = startBuild(CONSOLE)
    const other = await build.ended
    await writeBuildStatus(BUILT_CONSOLE, other === null ? null : { state: 'failed', output: other })
    if (other !== null) report('The console', other)
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
