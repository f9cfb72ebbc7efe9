/** The current step of the start, on one line of the terminal, which the next step overwrites. */
interface Progress {
  step(what: string): void
  /** Clears the line. */
  end(): void
}

const CLEAR = '\r\u001b[2K'

/** Prints nothing if nobody looks at the stream. */
export function startProgress(stream: { isTTY?: boolean; write(text: string): unknown } = process.stderr): Progress {
  if (!stream.isTTY) return { step: () => {}, end: () => {} }
  return {
    step: (what) => void stream.write(`${CLEAR}Starting: ${what} …`),
    end: () => void stream.write(CLEAR),
  }
}
