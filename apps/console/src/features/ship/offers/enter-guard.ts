/** Pure: whether Enter books. A scanner types a code and then Enter: such an Enter is no decision. */

/** Keys that lead to an offer or a button. */
const CHOOSING = new Set(['Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'])

/** Whether Enter books after this key: not after a character, until a key that chooses is pressed. */
export function booksAfter(
  before: boolean,
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
) {
  if (CHOOSING.has(key)) return true
  // The space bar chooses, too, but also stands in codes.
  return before && (key === ' ' || [...key].length > 1 || ctrlKey || metaKey)
}
