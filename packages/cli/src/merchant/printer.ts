/** Network printers, which print what they receive on a TCP port, usually 9100. */
import { connect } from 'node:net'
import { CliError } from '../cli-error.ts'
import { EXIT } from './exit-codes.ts'

export interface Printer {
  host: string
  port: number
}

/** Parses `tcp://192.168.1.20:9100`. Throws a CliError. */
export function parsePrinter(text: string): Printer {
  const url = URL.canParse(text) ? new URL(text) : null
  const isPlain = url?.protocol === 'tcp:' && url.hostname && !url.username && /^\/?$/.test(url.pathname)
  if (!isPlain) throw new CliError(EXIT.usage, `"${text}" is no printer: expected tcp://<host>:9100.`)
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 9100) }
}

/** After the last byte; most printers then close the connection, but some keep it open. */
const CLOSES_WITHIN_MS = 3_000

/** Resolves when the printer has taken every byte. Throws a CliError if it takes none for `timeoutMs`, or fails. */
export async function sendToPrinter({ host, port }: Printer, bytes: Uint8Array, timeoutMs: number): Promise<void> {
  let connected = false
  const socket = connect({ host, port }, () => {
    connected = true
  })
  const failed = (reason: string): CliError => {
    const sent = connected ? ' A part of the label may have been printed.' : ''
    return new CliError(EXIT.unreachable, `The printer ${host}:${port} failed: ${reason}.${sent} Try again.`)
  }
  try {
    await new Promise<void>((resolve, reject) => {
      socket.setTimeout(timeoutMs, () => reject(failed(`it took nothing for ${timeoutMs / 1_000} s`)))
      socket.once('error', (error: NodeJS.ErrnoException) => reject(failed(error.code ?? error.message)))
      socket.once('close', () => reject(failed('it closed the connection')))
      socket.once('finish', () => {
        socket.removeAllListeners('timeout')
        socket.setTimeout(CLOSES_WITHIN_MS, resolve)
        socket.once('end', resolve)
      })
      socket.resume()
      socket.end(bytes)
    })
  } finally {
    socket.destroy()
  }
}
