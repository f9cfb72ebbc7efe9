/** Writes a `.br` and a `.gz` beside each file of the build that is smaller with it, for the server to send as they are. */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Smaller files fit into one packet as they are. */
const SMALLEST_BYTES = 1_024

export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'waybill-precompress',
    apply: 'build',
    configResolved: (config) => {
      outDir = config.build.outDir
    },
    closeBundle: () => {
      for (const path of globSync('**/*.{js,css,html,svg,json}', { cwd: outDir })) compress(join(outDir, path))
    },
  }
}

function compress(file: string): void {
  const content = readFileSync(file)
  if (content.length < SMALLEST_BYTES) return
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
  for (const [suffix, compressed] of [
    ['br', brotliCompressSync(content, { params })],
    ['gz', gzipSync(content, { level: 9 })],
  ] as const) {
    if (compressed.length < content.length) writeFileSync(`${file}.${suffix}`, compressed)
  }
}
