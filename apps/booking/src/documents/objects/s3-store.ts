import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { assertKey, type ObjectStore } from './object-store.ts'

/** Longest until an answer begins; how long an object is read is its reader's affair. */
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
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('the object store did not answer in time')), TIMEOUT_MS)
    const response = await client
      .fetch(`${base}/${key}`, { ...init, signal: late.signal })
      .finally(() => clearTimeout(timer))
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
    async open(key) {
      // Encoded on the way, it would have another length than it says.
      const response = await send(key, { method: 'GET', headers: { 'accept-encoding': 'identity' } })
      if (response.status === 404) {
        await response.body?.cancel()
        return undefined
      }
      const length = response.headers.get('content-length')
      return {
        bytes: response.body ? Readable.fromWeb(response.body as ReadableStream) : Readable.from([]),
        length: length === null ? undefined : Number(length),
      }
    },
    async remove(key) {
      const response = await send(key, { method: 'DELETE' })
      await response.body?.cancel()
    },
  }
}
