import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { assertKey, type ObjectStore } from './object-store.ts'

/** Stores objects as files. A file is written under a temporary name and renamed, so no reader sees half of it. */
export function createDiskStore(directory: string): ObjectStore {
  function toFile(key: string): string {
    assertKey(key)
    return join(directory, ...key.split('/'))
  }
  return {
    async put(key, bytes) {
      const file = toFile(key)
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
      const file = await open(toFile(key)).catch((error: NodeJS.ErrnoException) => {
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
      await rm(toFile(key), { force: true })
    },
  }
}
