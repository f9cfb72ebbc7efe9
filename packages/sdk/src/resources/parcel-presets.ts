import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

type Paging = NonNullable<operations['listParcelPresets']['parameters']['query']>

export class ParcelPresets {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  create(preset: api.CreateParcelPreset, options?: RequestOptions): ApiPromise<api.ParcelPreset> {
    return this.#http.send('POST', '/api/v1/parcel-presets', preset, options)
  }

  get(presetId: string, options?: ReadOptions): ApiPromise<api.ParcelPreset> {
    return this.#http.get(path`/api/v1/parcel-presets/${presetId}`, {}, options)
  }

  /** Oldest first. */
  list(query?: Paging, options?: ReadOptions): List<api.ParcelPreset> {
    return this.#http.list('/api/v1/parcel-presets', query, options)
  }

  update(presetId: string, changes: api.UpdateParcelPreset, options?: RequestOptions): ApiPromise<api.ParcelPreset> {
    return this.#http.send('PATCH', path`/api/v1/parcel-presets/${presetId}`, changes, options)
  }

  delete(presetId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/parcel-presets/${presetId}`, undefined, options)
  }
}
