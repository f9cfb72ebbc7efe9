/** Pure: times in words, as clocks at the drop-off show them. */
import { localMinute } from '@waybill/contracts/values/local-time'

/** By time zone, of which there are 420. Making one takes as long as writing forty days. */
const formats = new Map<string, Intl.DateTimeFormat>()

function day(at: Date, timeZone: string): string {
  const known = formats.get(timeZone)
  const format =
    known ?? new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
  if (known === undefined) formats.set(timeZone, format)
  return format.format(at)
}

const time = (at: Date, timeZone: string): string => localMinute(at, timeZone).slice(11)

/** `Tue 1 Dec, 09:30` */
export const describeTime = (at: Date, timeZone: string): string => `${day(at, timeZone)}, ${time(at, timeZone)}`

/** `Expected Tue 1 Dec, 14:10–14:30` */
export function describeEta(eta: { from: string; to: string }, timeZone: string): string {
  const [from, to] = [new Date(eta.from), new Date(eta.to)]
  const isOneDay = day(from, timeZone) === day(to, timeZone)
  const end = isOneDay ? `–${time(to, timeZone)}` : ` – ${describeTime(to, timeZone)}`
  return `Expected ${describeTime(from, timeZone)}${end}`
}

/** `London time` for `Europe/London`. */
export const describeZone = (timeZone: string): string =>
  timeZone === 'UTC' ? 'UTC' : `${timeZone.split('/').at(-1)?.replaceAll('_', ' ')} time`
