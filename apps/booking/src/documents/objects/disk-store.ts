import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertKey, type ObjectStore } from './object-store.ts'

/** Objects as files. Written beside their place and moved there, so that no reader sees half of one. */
export function createDiskStore(directory: string): ObjectStore {
  function fileOf(key: string): string {
    assertKey(key)
    return join(directory, ...key.split('/'))
  }
  return {
    async put(key, bytes) {
      const file = fileOf(key)
      await mkdir(dirname(file), { recursive: true })
      const draft = `${file}.${randomUUID()}`
      try {
        await writeFile(draft, bytes, { mode: 0o600, flush: true })
        await rename(draft, file)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
    },
    async open(key) {
      const file = await open(fileOf(key)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined
        throw error
      })
      if (file === undefined) return undefined
      const bytes = file.createReadStream()
      try {
        return { bytes, length: (await file.stat()).size }
      } catch (error) {
        bytes.destroy()
        throw error
      }
    },
    async remove(key) {
      await rm(fileOf(key), { force: true })
    },
  }
}
