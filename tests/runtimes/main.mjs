/** The program of runtimes that have `process`. */
import { walk } from './walk.mjs'

const { WAYBILL_URL, WAYBILL_TOKEN, SILENT_URL } = process.env
console.log(JSON.stringify(await walk({ baseUrl: WAYBILL_URL, accessToken: WAYBILL_TOKEN, silentUrl: SILENT_URL })))
