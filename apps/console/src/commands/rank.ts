/** Pure: how well a command fits what was typed. */

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Letters of a name that follow each other, from the beginning of a word: nobody types "imp" for "Shipments". */
export function rank(typed: string, title: string, keywords: readonly string[] = []): number {
  const text = fold(typed.trim())
  if (text === '') return 1
  const name = fold(title)
  if (name === text) return 1
  if (name.startsWith(text)) return 0.9
  if (startsWord(name, text)) return 0.8
  const others = keywords.map(fold)
  if (others.some((one) => startsWord(one, text))) return 0.6
  const words = text.split(/\s+/)
  const all = [name, ...others].join(' ')
  if (words.length > 1 && words.every((word) => startsWord(all, word))) return 0.5
  return text.length > 2 && name.includes(text) ? 0.3 : 0
}

const startsWord = (text: string, start: string): boolean => {
  for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '')) return true
  return false
}
