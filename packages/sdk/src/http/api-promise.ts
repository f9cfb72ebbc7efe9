/** The data of a response, with what is around it. */
export interface ApiResponse<T> {
  data: T
  status: number
  headers: Headers
  /** The X-Request-Id of the response. */
  requestId: string | null
  /** The version of the resource, for `ifMatch`. Null if the response has none. */
  etag: string | null
  /** The key that was sent; null for calls without one. */
  idempotencyKey: string | null
}

/** A promise of the data. `withResponse()` also has the status, the headers, the request id and the ETag. */
export class ApiPromise<T> implements Promise<T> {
  readonly [Symbol.toStringTag] = 'ApiPromise'
  readonly #start: () => Promise<ApiResponse<T>>
  #response: Promise<ApiResponse<T>> | undefined

  constructor(start: () => Promise<ApiResponse<T>>) {
    this.#start = start
  }

  withResponse(): Promise<ApiResponse<T>> {
    this.#response ??= this.#start()
    return this.#response
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise
  then<R = T, E = never>(
    onFulfilled?: ((value: T) => R | PromiseLike<R>) | null,
    onRejected?: ((reason: unknown) => E | PromiseLike<E>) | null,
  ): Promise<R | E> {
    return this.withResponse()
      .then(({ data }) => data)
      .then(onFulfilled, onRejected)
  }

  catch<E = never>(onRejected?: ((reason: unknown) => E | PromiseLike<E>) | null): Promise<T | E> {
    return this.then(null, onRejected)
  }

  finally(onFinally?: (() => void) | null): Promise<T> {
    return this.then().finally(onFinally)
  }
}
