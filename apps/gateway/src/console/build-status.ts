/** Status of the console's build while its files are missing. The process that builds them writes it beside their folder. */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/** In their order: the compilers, what is at /downloads, the console. */
export const BUILD_STEPS = ['packages', 'downloads', 'console'] as const

const status = z.discriminatedUnion('state', [
  z.object({ state: z.literal('building'), step: z.enum(BUILD_STEPS), startedAt: z.iso.datetime() }),
  /** `output`: the end of what the build has printed. */
  z.object({ state: z.literal('failed'), output: z.string() }),
])
export type BuildStatus = z.output<typeof status>

const statusFile = (directory: string): string => `${directory}.status.json`

/** Null if nobody builds the files of `directory`. */
export async function readBuildStatus(directory: string): Promise<BuildStatus | null> {
  try {
    return status.parse(JSON.parse(await readFile(statusFile(directory), 'utf8')))
  } catch {
    return null // missing, or half written
  }
}

/** `null` removes it: the files are there, or nobody builds them any more. */
export async function writeBuildStatus(directory: string, value: BuildStatus | null): Promise<void> {
  if (value === null) await rm(statusFile(directory), { force: true })
  else await writeFile(statusFile(directory), JSON.stringify(value))
}
