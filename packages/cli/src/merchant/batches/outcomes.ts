/** How commands print what became of each row of a file. */
import type { WaybillError } from '@waybill/sdk'
import { plain } from '../../table.ts'

/** A problem or notice of a row. */
export interface RowNote {
  /** Empty: of the whole row. */
  field: string
  message: string
}

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
  const fields = details.map(({ field, message: text }) => `  ${plain(field === '' ? text : `${field}: ${text}`)}\n`)
  return `line ${line}  ${plain(name)}  ${plain(message)} (${status ?? '–'} ${code})\n${fields.join('')}`
}

/** The first line of the message: the fields are in the details. */
export const toRowError = ({ code, status, message, details }: WaybillError): RowError => ({
  code,
  status,
  details,
  message: message.split('\n', 1)[0]?.replace(/ \(\d+ \w+, request \S+\)$/, '') ?? message,
})

/** The error of a row that has to be put right in the file; null: it has none. */
export const problemError = (problems: readonly RowNote[]): RowError | null =>
  problems.length === 0
    ? null
    : { code: 'row_unclear', status: null, message: 'The row is not clear.', details: problems.map(withBrackets) }

/** The notices of a valid row. */
export const noticeText = (line: number, name: string, notices: readonly RowNote[]): string =>
  notices
    .map(withBrackets)
    .map(({ field, message }) => `line ${line}  ${plain(name)}  ${plain([field, message].filter(Boolean).join(' '))}\n`)
    .join('')

/** `parcels.0.title` as the API names it: `parcels[0].title`. */
const withBrackets = ({ field, message }: RowNote): RowNote => ({
  field: field.replaceAll(/\.(\d+)(?=\.)/g, '[$1]'),
  message,
})
