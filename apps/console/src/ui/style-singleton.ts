/**
 * Takes the place of the package `react-style-singleton`, by which the dialogs of Radix stop the page behind them from
 * scrolling. The package writes a style element, which `style-src 'self'` refuses; a constructed style sheet is allowed.
 */
import { useInsertionEffect } from 'react'

interface Sheet {
  sheet: CSSStyleSheet
  users: number
}

const sheets = new Map<string, Sheet>()

function use(css: string): () => void {
  const entry = sheets.get(css) ?? { sheet: new CSSStyleSheet(), users: 0 }
  if (entry.users === 0) {
    entry.sheet.replaceSync(css)
    document.adoptedStyleSheets.push(entry.sheet)
    sheets.set(css, entry)
  }
  entry.users += 1
  return () => {
    entry.users -= 1
    if (entry.users > 0) return
    sheets.delete(css)
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== entry.sheet)
  }
}

/** A component that applies its styles while it is mounted. */
export function styleSingleton(): (props: { styles: string }) => null {
  return function Styles({ styles }) {
    useInsertionEffect(() => use(styles), [styles])
    return null
  }
}
