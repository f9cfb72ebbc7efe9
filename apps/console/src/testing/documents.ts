/** Files that a page saves and tabs that it opens: jsdom does neither. */
import { vi } from 'vitest'

interface SavedFile {
  name: string
  text: () => Promise<string>
}

/** A tab that the page has opened for a document. */
export interface OpenedTab {
  /** The address to which the page has sent it; empty: none yet. */
  location: { href: string }
  isClosed: boolean
  close: () => void
}

export interface Documents {
  files: SavedFile[]
  tabs: OpenedTab[]
}

const readText = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsText(blob)
  })

/** Notes what the page saves and opens from now on. */
export function watchDocuments(): Documents {
  const documents: Documents = { files: [], tabs: [] }
  const blobs = new Map<string, Blob>()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((object) => {
    const url = `blob:${blobs.size + 1}`
    blobs.set(url, object as Blob)
    return url
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    const blob = blobs.get(this.getAttribute('href') ?? '')
    if (this.download !== '' && blob) documents.files.push({ name: this.download, text: () => readText(blob) })
    else this.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  })
  vi.spyOn(window, 'open').mockImplementation(() => {
    const tab: OpenedTab = {
      location: { href: '' },
      isClosed: false,
      close: () => Object.assign(tab, { isClosed: true }),
    }
    documents.tabs.push(tab)
    return tab as unknown as Window
  })
  return documents
}
