import autocannon from 'autocannon'

export interface LoadResult {
  requests: number
  requestsPerSecond: number
  p50Ms: number
  p99Ms: number
  /** Calls without an answer or with one that is not 2xx. */
  failed: number
}

export interface Load {
  url: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string
  connections: number
  seconds: number
  /** Requests per second, evenly spread; as fast as possible if absent. */
  requestsPerSecond?: number
}

/** Calls one URL repeatedly from this process. The generator shares the machine with what it measures. */
export async function measure(load: Load): Promise<LoadResult> {
  const result = await autocannon({
    url: load.url,
    method: load.method,
    headers: { 'content-type': 'application/json', ...load.headers },
    body: load.body,
    connections: load.connections,
    duration: load.seconds,
    ...(load.requestsPerSecond !== undefined && { overallRate: load.requestsPerSecond }),
  })
  return {
    requests: result.requests.total,
    requestsPerSecond: result.requests.average,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}
