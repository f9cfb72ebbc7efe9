/** Reads the body of a 2xx response. */
import { notOurs } from './failures.ts'
import type { Page } from './page.ts'

interface Envelope<T> {
  success: true
  data: T
  meta?: { has_more: boolean; next_cursor: string | null }
}

export async function readData<T>(response: Response): Promise<T> {
  if (response.status === 204) return undefined as T
  return (await readEnvelope<T>(response)).data
}

export async function readPage<T>(response: Response): Promise<Page<T>> {
  const { data, meta } = await readEnvelope<T[]>(response)
  return { data, hasMore: meta?.has_more ?? false, nextCursor: meta?.next_cursor ?? null }
}

async function readEnvelope<T>(response: Response): Promise<Envelope<T>> {
  const text = await response.text()
  if (!response.headers.get('content-type')?.includes('json')) throw notOurs(response)
  const body: Envelope<T> | null = JSON.parse(text) // fails for a response that is cut off
  if (typeof body !== 'object' || body === null || !('data' in body)) throw notOurs(response)
  return body
}
