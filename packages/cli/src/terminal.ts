/** The terminal of this process: what commands read and print. */
import { createInterface } from 'node:readline/promises'

export interface Terminal {
  env: Readonly<Record<string, string | undefined>>
  out: (text: string) => void
  err: (text: string) => void
  /** Asks for confirmation; absent if standard input is not a terminal. */
  confirm?: (question: string) => Promise<boolean>
  /** Whether a person can answer questions. */
  isInteractive?: boolean
  /** Whether standard output shows colours. */
  hasColours?: boolean
  /** Whether a person looks at standard error, which may be overwritten. */
  showsProgress?: boolean
  /** Where profiles are kept. Default: the folder for settings of the operating system. */
  configFolder?: string
  /** Standard input to its end. */
  readInput?: () => Promise<Buffer>
  /** Writes bytes to standard output. */
  writeBytes?: (bytes: Uint8Array) => void
  /** Aborted by Ctrl-C and SIGTERM, which end the process at once if no command asks for the signal. */
  interruption?: () => AbortSignal
}

const MOST_INPUT_BYTES = 20 * 1024 * 1024

export function processTerminal(): Terminal {
  // The reader has gone, as head does when it has enough.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))
  return {
    env: process.env,
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    isInteractive: process.stdin.isTTY,
    hasColours: process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb',
    showsProgress: process.stderr.isTTY && process.env.TERM !== 'dumb',
    readInput,
    writeBytes: (bytes) => void process.stdout.write(bytes),
    interruption,
    ...(process.stdin.isTTY && { confirm }),
  }
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test((await terminal.question(`${question} [y/N] `)).trim())
  } finally {
    terminal.close()
  }
}

/** Throws a RangeError beyond 20 MiB. */
async function readInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MOST_INPUT_BYTES) throw new RangeError('Standard input is larger than 20 MiB.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort())
  return controller.signal
}
