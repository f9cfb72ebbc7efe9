/** How commands print what became of each row of a file. */
import type { WaybillError } from '@waybill/sdk'
import { plain } from '../../table.ts'

export interface RowError {
  code: string
  status: number | null
  message: string
  details: readonly { field: string; message: string }[]
}

export interface RowOutcome {
  line: number
  /** Name of the row's subject: an order, a shipment. */
  name: string
  outcome: string
  error: RowError | null
}

/** Error of a failed row: its line in the file, and every wrong field. */
export function failureText({ line, name, error }: RowOutcome): string {
  if (error === null) return ''
  const { status, code, message, details } = error
  const fields = details.map((detail) => `  ${plain(detail.field)}: ${plain(detail.message)}\n`)
  return `line ${line}  ${plain(name)}  ${plain(message)} (${status ?? '–'} ${code})\n${fields.join('')}`
}

/** The first line of the message: the fields are in the details. */
export const toRowError = ({ code, status, message, details }: WaybillError): RowError => ({
  code,
  status,
  details,
  message: message.split('\n', 1)[0]?.replace(/ \(\d+ \w+, request \S+\)$/, '') ?? message,
})
