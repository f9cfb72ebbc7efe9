/** The program of runtimes that have `process`. */
import { walk } from './walk.mjs'

const { WAYBILL_URL, WAYBILL_API_KEY, SILENT_URL } = process.env
console.log(JSON.stringify(await walk({ baseUrl: WAYBILL_URL, apiKey: WAYBILL_API_KEY, silentUrl: SILENT_URL })))
