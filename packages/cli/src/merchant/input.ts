/** JSON documents that people write. */
import { readFile } from 'node:fs/promises'
import { decodeText, type Encoding, isGuessed } from '@waybill/sdk/sheets/decode'
import { SheetError } from '@waybill/sdk/sheets/problems'
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser'
import { CliError } from '../cli-error.ts'
import type { Terminal } from '../terminal.ts'
import { EXIT } from './exit-codes.ts'

/** The object in the file, or in standard input for `-`. Throws a CliError that says where the JSON is wrong. */
export async function readDocument(source: string, terminal: Terminal): Promise<object> {
  return parseDocument(await readText(source, terminal), source === '-' ? 'Standard input' : source)
}

/**
 * The text in the file, or in standard input for `-`, in any encoding that a spreadsheet writes. `encoding` is that of a
 * file that is not in Unicode; without it, standard error tells which one is taken.
 */
export async function readText(source: string, terminal: Terminal, encoding?: Encoding): Promise<string> {
  const bytes = await readBytes(source, terminal)
  try {
    const text = decodeText(bytes, encoding)
    if (encoding === undefined && isGuessed(bytes))
      terminal.err(`${source} is not in UTF-8. It is read as windows-1252, of Western Europe.\n`)
    return text
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    throw new CliError(EXIT.usage, `Cannot read ${source}. ${error.message}`, { cause: error })
  }
}

async function readBytes(source: string, terminal: Terminal): Promise<Buffer> {
  try {
    if (source !== '-') return await readFile(source)
    return (await terminal.readInput?.()) ?? Buffer.alloc(0)
  } catch (error) {
    if (error instanceof RangeError) throw new CliError(EXIT.usage, error.message)
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a folder' : code
    throw new CliError(EXIT.usage, `Cannot read ${source}: ${reason}.`)
  }
}

/** `name` is what messages call the text. */
export function parseDocument(text: string, name: string): object {
  if (text.trim() === '') throw new CliError(EXIT.usage, `${name} is empty; expected a JSON object.`)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new CliError(EXIT.usage, `${name} is not valid JSON: ${toPlace(text)}`, { cause: error })
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  throw new CliError(EXIT.usage, `${name} must hold one JSON object: {"merchant_order_ref": …}.`)
}

/** JSON.parse names a position in some of its messages only. */
function toPlace(text: string): string {
  const errors: ParseError[] = []
  parse(text, errors, { disallowComments: true })
  const [first] = errors
  if (first === undefined) return 'it has a character that JSON does not allow.'
  const before = text.slice(0, first.offset).split('\n')
  const words = printParseErrorCode(first.error)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .toLowerCase()
  return `line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}: ${words}.`
}
