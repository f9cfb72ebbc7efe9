/** Labels in a tab of the browser, which prints them, or in a file for a label printer. */
import { useRef, useState } from 'react'
import { openDocument, type Paper } from './paper.ts'
import { type Printed, usePrint } from './queries.ts'

/** One document of the bookings' labels. A second try after a lost answer makes no second document. */
export function usePrintInTab(paper: Paper) {
  const { mutateAsync, isPending, error } = usePrint()
  const [printed, setPrinted] = useState<Printed | null>(null)
  const sent = useRef({ choice: '', key: '' })

  /** Call it in the handler of a click or a key: browsers refuse tabs that open later. Null: the call has failed. */
  async function print(bookingIds: readonly string[]): Promise<Printed | null> {
    const choice = [paper, ...bookingIds].join(' ')
    if (sent.current.choice !== choice) sent.current = { choice, key: crypto.randomUUID() }
    const tab = paper === 'zpl' ? null : window.open('', '_blank')
    try {
      const result = await mutateAsync({ ids: [...bookingIds], paper, key: sent.current.key })
      // The next print of the same labels is a new document, and counts as a reprint.
      sent.current = { choice: '', key: '' }
      setPrinted(result)
      if (result.document) openDocument(result.document, paper, tab)
      else tab?.close()
      return result
    } catch {
      tab?.close()
      return null
    }
  }
  return { print, printed, isPending, error }
}
