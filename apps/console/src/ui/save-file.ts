/** Hands the parts of a file to the browser, which saves it. */
export function saveFile(parts: string[], name: string, type: string): void {
  const url = URL.createObjectURL(new Blob(parts, { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has opened the file by the next task; it needs the address no more.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
