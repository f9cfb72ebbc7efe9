import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { assertKey, type ObjectStore } from './object-store.ts'
import { type Credentials, createRoleCredentials, type Role } from './role-credentials.ts'

/** Until the response begins; reading the body has no limit here. */
const TIMEOUT_MS = 10_000

export interface S3Options {
  /** Base URL of the service. The bucket is part of the path, which every S3-compatible store supports. */
  endpoint: string
  bucket: string
  region: string
  /** Keys, or a role that gives them. */
  credentials: Credentials | { role: Role }
}

/** Stores objects in a bucket of S3 or of an S3-compatible store. */
export function createS3Store({ endpoint, bucket, region, credentials }: S3Options): ObjectStore {
  const client = new AwsClient({ accessKeyId: '', secretAccessKey: '', service: 's3', region, retries: 2 })
  const getKeys = 'role' in credentials ? createRoleCredentials(credentials.role) : async () => credentials
  const base = `${endpoint.replace(/\/+$/, '')}/${bucket}`

  async function send(key: string, init: Pick<RequestInit, 'method' | 'body' | 'headers'>) {
    assertKey(key)
    const aws = await getKeys()
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(new Error('the object store did not answer in time')), TIMEOUT_MS)
    const response = await client
      .fetch(`${base}/${key}`, { ...init, aws, signal: timeout.signal })
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
      // A compressed body would not match its content-length.
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
