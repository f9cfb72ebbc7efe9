/** Reads text out of printed PDFs. */
import { constants, inflateSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { onTestFinished } from 'vitest'

/** The text of a page that a PDF reader finds as letters: all that is Latin-1. White space is one blank. */
export async function readText(pdf: Buffer, page = 0): Promise<string> {
  const document = await (await PDFiumLibrary.init()).loadDocument(pdf)
  onTestFinished(() => document.destroy())
  return document.getPage(page).getText().replaceAll(/\s+/g, ' ')
}

/** The ActualText entries: the texts that are printed as outlines, in print order. */
export function readActualTexts(pdf: Buffer): string[] {
  const source = pdf.toString('latin1')
  const streams = [...source.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, body = '']) => {
    try {
      // A stream may end with the carriage return that the pattern takes for the end of a line.
      return inflateSync(Buffer.from(body, 'latin1'), { finishFlush: constants.Z_SYNC_FLUSH }).toString('latin1')
    } catch {
      return '' // Not compressed: metadata.
    }
  })
  return [...streams.join('\n').matchAll(/\/ActualText \(((?:\\[\s\S]|[^\\)])*)\)/g)].map(([, text = '']) =>
    decodeString(text),
  )
}

/** A PDF string literal in UTF-16BE (ISO 32000-1, 7.9.2.2). */
function decodeString(literal: string): string {
  const controls: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
  const bytes = Buffer.from(
    literal.replaceAll(/\\([\s\S])/g, (_, character: string) => controls[character] ?? character),
    'latin1',
  )
  return bytes.subarray(2).swap16().toString('utf16le')
}
