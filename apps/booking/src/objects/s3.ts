import { AwsClient } from 'aws4fetch'
import { assertKey, type ObjectStore } from './object-store.ts'

const TIMEOUT_MS = 10_000

export interface S3Options {
  /** Base URL of the service; the bucket is a part of the path: what every S3-compatible store understands. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Objects in a bucket of S3 or of a store that speaks like it. */
export function createS3Store({ endpoint, bucket, ...credentials }: S3Options): ObjectStore {
  const client = new AwsClient({ ...credentials, service: 's3', retries: 2 })
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`

  async function send(key: string, init: Pick<RequestInit, 'method' | 'body' | 'headers'>) {
    assertKey(key)
    const response = await client.fetch(`${base}/${key}`, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (response.ok || response.status === 404) return response
    await response.body?.cancel()
    throw new Error(`the object store answered ${init.method} with status ${response.status}`)
  }

  return {
    async put(key, bytes, contentType) {
      const response = await send(key, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { 'content-type': contentType },
      })
      await response.body?.cancel()
      if (response.status === 404) throw new Error(`the object store has no bucket ${bucket}`)
    },
    async get(key) {
      const response = await send(key, { method: 'GET' })
      if (response.status !== 404) return Buffer.from(await response.arrayBuffer())
      await response.body?.cancel()
      return undefined
    },
    async remove(key) {
      const response = await send(key, { method: 'DELETE' })
      await response.body?.cancel()
    },
  }
}
