/** The paper of this browser's printer. */
import { useState } from 'react'

export const PAPERS = ['4x6', 'a4', 'zpl'] as const
export type Paper = (typeof PAPERS)[number]

const KEY = 'waybill.paper'

function readPaper(): Paper {
  try {
    const kept = localStorage.getItem(KEY)
    return PAPERS.find((paper) => paper === kept) ?? '4x6'
  } catch {
    return '4x6'
  }
}

export function usePaper(): [Paper, (paper: Paper) => void] {
  const [paper, setPaper] = useState(readPaper)
  const keep = (next: Paper) => {
    setPaper(next)
    try {
      localStorage.setItem(KEY, next)
    } catch {
      // A browser that keeps nothing: the choice holds until the page is left.
    }
  }
  return [paper, keep]
}

/** Shows a document in its tab, where the browser prints it. ZPL is saved as a file for a label printer. */
export function openDocument(document: Blob, paper: Paper, tab: Window | null): void {
  const url = URL.createObjectURL(document)
  if (paper !== 'zpl') {
    if (tab) tab.location.href = url
    return
  }
  tab?.close()
  const link = window.document.createElement('a')
  link.href = url
  link.download = 'labels.zpl'
  link.click()
}
