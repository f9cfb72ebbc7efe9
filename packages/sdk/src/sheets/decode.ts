/** Pure: the text of a file that a spreadsheet or a shop has written. */
import { makeProblem, SheetError } from './problems.ts'

/** Beginnings of workbooks, which people give the name of a text file. */
const WORKBOOKS = ['504b0304', 'd0cf11e0']

/** Encodings in which spreadsheets of a part of the world write CSV, by their names in the Encoding Standard. */
export const ENCODINGS = [
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'macintosh',
  'shift_jis',
  'gb18030',
  'big5',
  'euc-kr',
] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Whether the text is in no encoding that can be told from the bytes, so that somebody must look at it. */
export const isGuessed = (bytes: Uint8Array): boolean => findUtf16(bytes) === null && decodeUtf8(bytes) === null

/** UTF-8 and UTF-16 with or without a byte order mark; else `other`, by default what Excel writes on Windows in the West. */
export function decodeText(bytes: Uint8Array, other: Encoding = 'windows-1252'): string {
  const start = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  if (WORKBOOKS.includes(start)) throw new SheetError(makeProblem('', 'file_workbook', {}))
  const utf16 = findUtf16(bytes)
  if (utf16 !== null) return withoutMark(new TextDecoder(utf16).decode(bytes))
  const text = decodeUtf8(bytes)
  if (text !== null) return withoutMark(text)
  if (start.startsWith('efbbbf')) throw new SheetError(makeProblem('', 'file_damaged', {}))
  return new TextDecoder(other).decode(bytes)
}

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

const withoutMark = (text: string): string => text.replace(/^\u{feff}+/u, '')

/** By the mark; without one, by the zeros, which separators and digits have in every second byte. */
function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  for (const [index, byte] of bytes.subarray(0, 4096).entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (even + odd === 0) return null
  return even > odd ? 'utf-16be' : 'utf-16le'
}
